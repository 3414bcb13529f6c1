/**
 * Writes canonical DAG-CBOR. Our own implementation because a header takes 7 µs with the library and 1 here, of the 20
 * a change may take (bench: merge of 1,000 concurrent changes).
 */
import { dagCborLibrary } from '../base/lazy.ts'
import type { Json } from '../base/json.ts'
import { createCborReader, UNUSUAL } from './cbor-reader.ts'

/** The values changes consist of: JSON, and bytes. Members that are `undefined` are left out. */
export type CborValue =
  | Json
  | Uint8Array
  | readonly CborValue[]
  | { readonly [key: string]: CborValue | undefined }

/**
 * Writes DAG-CBOR: one encoding per value, so that anyone can recompute its hash. The library costs more than
 * everything else a change needs together; this writes what JSON and changes consist of, and a test compares it with
 * the library. Text is well-formed and numbers are finite and never `-0` (`toJson` ensures both).
 */
export const createCborWriter = () => {
  let buffer = Buffer.allocUnsafe(4096)
  let at = 0

  const reserve = (bytes: number): void => {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }

  const head = (major: number, value: number): void => {
    reserve(9)
    if (value < 24) buffer[at++] = major | value
    else if (value < 0x100) {
      buffer[at++] = major | 24
      buffer[at++] = value
    } else if (value < 0x1_0000) {
      buffer[at++] = major | 25
      at = buffer.writeUInt16BE(value, at)
    } else if (value < 0x1_0000_0000) {
      buffer[at++] = major | 26
      at = buffer.writeUInt32BE(value, at)
    } else {
      buffer[at++] = major | 27
      at = buffer.writeUInt32BE(Math.floor(value / 0x1_0000_0000), at)
      at = buffer.writeUInt32BE(value % 0x1_0000_0000, at)
    }
  }

  const text = (value: string): void => {
    const { length } = value
    if (length < 24) {
      reserve(length * 3 + 9)
      // A call into the runtime costs more than a short loop; non-ASCII text takes the slower path.
      let n = 0
      for (; n < length; n++) {
        const code = value.charCodeAt(n)
        if (code > 0x7f) break
        buffer[at + 1 + n] = code
      }
      if (n === length) {
        buffer[at] = 0x60 | length
        at += 1 + length
        return
      }
    }
    const size = Buffer.byteLength(value)
    head(0x60, size)
    reserve(size)
    at += buffer.write(value, at, 'utf8')
  }

  const bytes = (value: Uint8Array): void => {
    head(0x40, value.length)
    reserve(value.length)
    buffer.set(value, at)
    at += value.length
  }

  const number = (value: number): void => {
    if (Number.isSafeInteger(value)) {
      if (value >= 0) head(0x00, value)
      else head(0x20, -1 - value)
      return
    }
    reserve(9)
    buffer[at++] = 0xfb
    at = buffer.writeDoubleBE(value, at)
  }

  const value = (given: CborValue): void => {
    if (typeof given === 'string') text(given)
    else if (typeof given === 'number') number(given)
    else if (given === null || typeof given === 'boolean') {
      reserve(1)
      buffer[at++] = given === null ? 0xf6 : given ? 0xf5 : 0xf4
    } else if (given instanceof Uint8Array) bytes(given)
    else if (isList(given)) {
      head(0x80, given.length)
      for (const item of given) value(item)
    } else {
      const keys = sortedKeys(given)
      head(0xa0, keys.length)
      for (const key of keys) {
        text(key)
        value(given[key] ?? null)
      }
    }
  }

  return {
    list: (length: number): void => {
      head(0x80, length)
    },
    map: (length: number): void => {
      head(0xa0, length)
    },
    /** Bytes that are already DAG-CBOR. */
    raw: (encoded: Uint8Array): void => {
      reserve(encoded.length)
      buffer.set(encoded, at)
      at += encoded.length
    },
    text,
    bytes,
    value,
    /** The bytes written since the last call; a copy. */
    take: (): Buffer => {
      const taken = Buffer.from(buffer.subarray(0, at))
      at = 0
      return taken
    },
    /** Discards what was written, after an error half-way. */
    clear: (): void => {
      at = 0
    },
  }
}
export type CborWriter = ReturnType<typeof createCborWriter>

/** Shorter keys first, then by their bytes. */
const sortedKeys = (object: Readonly<Record<string, CborValue | undefined>>): string[] => {
  let keys = Object.keys(object)
  if (keys.some((key) => object[key] === undefined)) keys = keys.filter((key) => object[key] !== undefined)
  if (keys.length < 2) return keys
  if (keys.every(isAscii)) return keys.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const encoded = keys.map((key) => ({ key, bytes: Buffer.from(key) }))
  encoded.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
  return encoded.map(({ key }) => key)
}

/** What has one byte per character. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

const isList = (value: CborValue): value is readonly CborValue[] => Array.isArray(value)

const shared = createCborWriter()

export const encodeCbor = (value: CborValue): Buffer => {
  shared.clear()
  shared.value(value)
  return shared.take()
}

const reader = createCborReader()

/** Reads DAG-CBOR and nothing looser. Throws what the library throws. */
export const decodeCbor = (bytes: Uint8Array): unknown => {
  try {
    reader.open(bytes)
    const value = reader.value()
    if (reader.isAtEnd()) return value
  } catch (thrown) {
    if (thrown !== UNUSUAL) throw thrown
  }
  return dagCborLibrary().decode(bytes)
}
