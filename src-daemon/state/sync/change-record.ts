import { encodeCbor, type CborValue } from '../log/cbor.ts'
import { createCborReader, UNUSUAL } from '../log/cbor-reader.ts'
import type { ChangeKind, IncomingChange, VersionVector } from '../log/types.ts'
import { changeOriginSchema, type ChangeOrigin } from '../../contract/state.ts'

/** The record of a change: SHA-256 of its header, its header, and its ops. */
export interface ChangeRecordBytes {
  readonly hash: Buffer
  readonly header: Buffer
  readonly ops: Buffer | null
}

const NULL = 0xf6
const EMPTY_MAP = 0xa0
const RECORD = Buffer.from([0x83, 0x58, 32])
const text = (value: string): Buffer => encodeCbor(value)
/** `{v: 2, ops: 32 bytes`, and so on: members of a header in their canonical order. */
const BEGINNING = Buffer.concat([
  Buffer.from([0xae]),
  text('v'),
  Buffer.from([2]),
  text('ops'),
  Buffer.from([0x58, 32]),
])
const SEQ = text('seq')
const KIND = text('kind')
const PREV = text('prev')
const PREV_BYTES = Buffer.from([0x58, 32])
const PREV_NONE = Buffer.from([NULL])
const SEEN = text('seen')
const SEEN_NOTHING = Buffer.from([EMPTY_MAP])
const ACTOR = text('actor')
const CLOCK = Buffer.concat([text('clock'), Buffer.from([0x60 + 17])])
const OWNER = text('owner')
const SCOPE = text('scope')
const SPACE = text('space')
const OBJECT = text('object')
const ORIGIN = text('origin')
const SCHEMA = text('schema')
const KINDS: readonly { readonly kind: ChangeKind; readonly bytes: Buffer }[] = (
  ['update', 'create', 'delete'] as const
).map((kind) => ({ kind, bytes: text(kind) }))
const NOTHING: VersionVector = {}
const HASH_BYTES = 32
const CLOCK_TEXT = /^[0-9a-f]{12}-[0-9a-f]{4}$/

/** Parts that most changes of a file share, and their encoding. */
interface Known {
  actor: string
  actorBytes: Buffer
  owner: string
  scope: string
  space: string
  placeBytes: Buffer
  object: string
  objectBytes: Buffer
  origin: ChangeOrigin
  schema: string
  originBytes: Buffer
}

/**
 * Reads the records of changes in the form in which they are written, at a tenth of the cost of the library plus
 * validation; null for everything else, which the library then reads and validates. What is read here is in canonical
 * form: each member once, in order, and in its only encoding. Hashes aren't verified.
 */
export const createChangeRecordReader = () => {
  const reader = createCborReader()
  let known: Known | null = null

  const frame = (record: Buffer): ChangeRecordBytes | null => {
    reader.open(record)
    try {
      if (!reader.takes(RECORD)) return null
      const hash = reader.fixed(HASH_BYTES)
      const header = reader.byteString()
      const ops = reader.takes(PREV_NONE) ? null : reader.byteString()
      return reader.isAtEnd() ? { hash, header, ops } : null
    } catch (thrown) {
      if (thrown === UNUSUAL) return null
      throw thrown
    }
  }

  const change = ({ hash, header, ops }: ChangeRecordBytes): IncomingChange | null => {
    reader.open(header)
    try {
      if (!reader.takes(BEGINNING)) return null
      const opsHash = reader.fixed(HASH_BYTES)
      expect(SEQ)
      const seq = reader.uint()
      if (seq < 1) return null
      expect(KIND)
      const kind = readKind()
      expect(PREV)
      const previous = previousHash()
      expect(SEEN)
      const seen = reader.takes(SEEN_NOTHING) ? NOTHING : seenOthers()
      expect(ACTOR)
      const said = (known ??= { ...UNKNOWN })
      if (!reader.takes(said.actorBytes)) readActor(said)
      expect(CLOCK)
      const clock = reader.ascii(17)
      if (!CLOCK_TEXT.test(clock)) return null
      if (!reader.takes(said.placeBytes)) readPlace(said)
      if (!reader.takes(said.objectBytes)) readObject(said)
      if (!reader.takes(said.originBytes)) readOrigin(said)
      if (!reader.isAtEnd()) return null
      const { owner, space, scope, actor, origin, schema, object } = said
      return {
        owner,
        space,
        scope,
        actor,
        seq,
        clock,
        previous,
        seen,
        origin,
        schema,
        object,
        kind,
        ops,
        opsHash,
        hash,
      }
    } catch (thrown) {
      if (thrown !== UNUSUAL) throw thrown
      return null
    }
  }

  const expect = (bytes: Buffer): void => {
    if (!reader.takes(bytes)) throw UNUSUAL
  }

  const readKind = (): ChangeKind => {
    for (const { kind, bytes } of KINDS) if (reader.takes(bytes)) return kind
    throw UNUSUAL
  }

  const previousHash = (): Buffer | null => {
    if (reader.takes(PREV_NONE)) return null
    expect(PREV_BYTES)
    return reader.fixed(HASH_BYTES)
  }

  const seenOthers = (): VersionVector => {
    const from = reader.at()
    const seen = reader.value() as Record<string, unknown>
    const isVector = (given: unknown): given is Record<string, number> =>
      typeof given === 'object' &&
      given !== null &&
      !Array.isArray(given) &&
      !(given instanceof Uint8Array) &&
      Object.entries(given).every(
        ([actor, seq]) => actor.length <= 128 && Number.isSafeInteger(seq) && Number(seq) > 0,
      )
    if (!isVector(seen)) throw UNUSUAL
    isWritten(seen, from)
    return seen
  }

  /** Checks that this is the encoding of what was read: members may have been in another order. */
  const isWritten = (value: CborValue, from: number): void => {
    if (!encodeCbor(value).equals(reader.since(from))) throw UNUSUAL
  }

  const short = (most: number, least = 0): string => {
    const read = reader.text()
    if (read.length > most || read.length < least) throw UNUSUAL
    return read
  }

  // Stored only when complete: the next record would take half of it for the whole.
  const readActor = (said: Known): void => {
    const from = reader.at()
    said.actor = short(128, 1)
    said.actorBytes = reader.since(from)
  }

  const readPlace = (said: Known): void => {
    const from = reader.at()
    expect(OWNER)
    const owner = short(512)
    expect(SCOPE)
    const scope = short(128)
    expect(SPACE)
    const space = short(512)
    expect(OBJECT)
    Object.assign(said, { owner, scope, space, placeBytes: reader.since(from) })
  }

  const readObject = (said: Known): void => {
    const from = reader.at()
    said.object = short(256, 1)
    said.objectBytes = reader.since(from)
  }

  const readOrigin = (said: Known): void => {
    const from = reader.at()
    expect(ORIGIN)
    const begin = reader.at()
    const parsed = changeOriginSchema.safeParse(reader.value())
    if (!parsed.success) throw UNUSUAL
    isWritten(parsed.data, begin)
    expect(SCHEMA)
    const schema = short(1024)
    Object.assign(said, { origin: parsed.data, schema, originBytes: reader.since(from) })
  }

  return { frame, change }
}

/** Bytes that occur nowhere. */
const NOWHERE = Buffer.from([0xff])
const UNKNOWN: Known = {
  actor: '',
  actorBytes: NOWHERE,
  owner: '',
  scope: '',
  space: '',
  placeBytes: NOWHERE,
  object: '',
  objectBytes: NOWHERE,
  origin: { kind: 'system', reason: '' },
  schema: '',
  originBytes: NOWHERE,
}
