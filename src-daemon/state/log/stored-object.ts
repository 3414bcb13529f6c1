/** The object of a `create` in two thirds of the bytes (bench: size on the disk, 2.9 of at most 3 times the JSON). */
import type { Json, JsonObject } from '../base/json.ts'
import { createCborWriter } from './cbor.ts'
import { instantOf } from './codec.ts'
import { isUuid, uuidBytes, uuidText } from '../base/object-key.ts'

/*
 * The stored form of a `create`'s object: CBOR in which names of members are numbers if the schema declares them,
 * whole-millisecond UTC instants and UUIDs are binary, and the object's id, which its row has, is omitted. That takes
 * two thirds of the space. What is hashed, exchanged and proven stays the plain DAG-CBOR, which is recomputed from it.
 */

/** The schema's names by number. */
export type FieldNames = readonly string[]

/** Tag 1, an instant; its milliseconds follow. */
const INSTANT = 0xc1
/** Tag 37, a UUID: 16 bytes. */
const UUID = Buffer.from([0xd8, 0x25, 0x50])
/** `undefined` stands for the object's id. */
const OWN_ID = 0xf7

const writer = createCborWriter()
const instantTag = Buffer.from([INSTANT])
const ownId = Buffer.from([OWN_ID])

/** `numbers`: those of the schema's names. */
export const storedObject = (
  object: JsonObject,
  id: string,
  numbers: ReadonlyMap<string, number>,
): Buffer => {
  const text = (value: string): void => {
    const ms = instantOf(value)
    if (value === id) writer.raw(ownId)
    else if (ms !== null) {
      writer.raw(instantTag)
      writer.value(ms)
    } else if (isUuid(value)) {
      writer.raw(UUID)
      writer.raw(uuidBytes(value))
    } else writer.text(value)
  }

  const write = (value: Json): void => {
    if (typeof value === 'string') text(value)
    else if (typeof value !== 'object' || value === null) writer.value(value)
    else if (Array.isArray(value)) {
      writer.list(value.length)
      for (const item of value) write(item)
    } else {
      // Sorted, wherever the object comes from.
      const names = Object.keys(value).sort()
      writer.map(names.length)
      for (const name of names) {
        const number = numbers.get(name)
        if (number === undefined) writer.text(name)
        else writer.value(number)
        write(value[name] ?? null)
      }
    }
  }

  writer.clear()
  write(object)
  return writer.take()
}

/** The input of `storedObject`. Throws `Error` for what it didn't write. */
export const readStoredObject = (bytes: Buffer, id: string, names: FieldNames): JsonObject => {
  let at = 0

  const take = (length: number): number => {
    const from = at
    at += length
    if (at > bytes.length) throw new Error('it ends too early')
    return from
  }

  const argument = (head: number): number => {
    const info = head & 31
    if (info < 24) return info
    if (info === 24) return bytes.readUInt8(take(1))
    if (info === 25) return bytes.readUInt16BE(take(2))
    if (info === 26) return bytes.readUInt32BE(take(4))
    if (info === 27) return Number(bytes.readBigUInt64BE(take(8)))
    throw new Error('a length is wrong')
  }

  const textOf = (head: number): string => {
    const from = take(argument(head))
    return bytes.toString('utf8', from, at)
  }

  const name = (): string => {
    const head = bytes.readUInt8(take(1))
    const found = head >> 5 === 3 ? textOf(head) : head >> 5 === 0 ? names[argument(head)] : undefined
    if (found === undefined || found === '__proto__') throw new Error('a name is wrong')
    return found
  }

  const special = (head: number): Json => {
    switch (head) {
      case 0xf4:
        return false
      case 0xf5:
        return true
      case 0xf6:
        return null
      case OWN_ID:
        return id
      case 0xfb:
        return bytes.readDoubleBE(take(8))
      default:
        throw new Error('a value is wrong')
    }
  }

  const tagged = (head: number): string => {
    if (head === INSTANT) return new Date(argument(bytes.readUInt8(take(1)))).toISOString()
    const from = take(UUID.length - 1) - 1
    if (UUID.compare(bytes, from, at) !== 0) throw new Error('a tag is wrong')
    take(16)
    return uuidText(bytes, at - 16)
  }

  const value = (): Json => {
    const head = bytes.readUInt8(take(1))
    switch (head >> 5) {
      case 0:
        return argument(head)
      case 1:
        return -1 - argument(head)
      case 3:
        return textOf(head)
      case 4:
        return Array.from({ length: count(head) }, value)
      case 5:
        return map(head)
      case 6:
        return tagged(head)
      case 7:
        return special(head)
      default:
        throw new Error('a value is wrong')
    }
  }

  /** Number of items, each of which takes a byte: damage must not cause a list of millions. */
  const count = (head: number): number => {
    const length = argument(head)
    if (length > bytes.length - at) throw new Error('a length is wrong')
    return length
  }

  const map = (head: number): JsonObject => {
    const members: JsonObject = {}
    for (let left = count(head); left > 0; left--) members[name()] = value()
    return members
  }

  const head = bytes.readUInt8(take(1))
  if (head >> 5 !== 5) throw new Error('it is no object')
  const object = map(head)
  if (at !== bytes.length) throw new Error('something follows it')
  return object
}
