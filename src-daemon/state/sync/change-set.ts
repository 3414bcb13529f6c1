import { createHash, hash as hashOnce } from 'node:crypto'
import { z } from 'zod'
import { decodeCbor, encodeCbor } from '../log/cbor.ts'
import { bufferOf, headerBytes } from '../log/codec.ts'
import type { IncomingChange } from '../log/types.ts'
import { changeOriginSchema } from '../../contract/state.ts'
import {
  type DeviceCard,
  deviceCardSchema,
  type DeviceRemoval,
  deviceRemovalSchema,
} from '../../contract/devices.ts'
import type { SignedHead } from '../../identity/types.ts'
import { isDeeper } from './cbor-depth.ts'
import { type ChangeRecordBytes, createChangeRecordReader } from './change-record.ts'
import { createChunkWriter, readRecords } from './chunks.ts'
import { changeSetInvalid, LIMITS } from './limits.ts'
import { firstProblem } from '../../platform/first-problem.ts'

/*
 * A change set: what a replica knows, or a part of it, as a file. Its records, each DAG-CBOR:
 *
 *   {format, version, owner, former, rotations, devices, removals, heads, schemas, changes}   once; the last two are counts
 *   {uri, space, scope, title, body}               a schema, its canonical text
 *   [hash, header, ops]                            a change: SHA-256 of the header's bytes; the bytes; the bytes of its ops, null where purged
 *   {end: SHA-256 of the first records, and of the hash of each change}   once
 *
 * The header of a change says everything but its ops, and names those by their hash, so anyone can check it with SHA-256 alone.
 */

const FORMAT = 'satchel-change-set'
const VERSION = 3

export interface SchemaRecord {
  readonly uri: string
  /** `did:nuwa:cap:note`: its owner; and its memory scope. */
  readonly space: string
  readonly scope: string
  readonly title: string
  /** JCS text. */
  readonly body: string
}

export interface ChangeSet {
  /** DID of the person whose data it is. */
  readonly owner: string
  /** The person's earlier DIDs: a device wrote under its own key until it got that of the others. */
  readonly former: readonly string[]
  /** Statements that one key of the person replaced another, oldest first; the importer verifies them. */
  readonly rotations: readonly Readonly<Record<string, string>>[]
  /** The credentials of the signing devices. */
  readonly devices: readonly DeviceCard[]
  readonly removals: readonly DeviceRemoval[]
  /** For each writer, the signed last change of this part; the importer verifies them. */
  readonly heads: readonly SignedHead[]
  readonly schemas: readonly SchemaRecord[]
  /** Number of `changes`. */
  readonly count: number
  /** Decoded and verified one by one; can be iterated more than once. Throws `change_set_invalid`. */
  readonly changes: Iterable<IncomingChange>
}

const bytesSchema = z.instanceof(Uint8Array)
const seqSchema = z.int().positive()
const headSchema = z.strictObject({
  owner: z.string().max(512),
  space: z.string().max(512),
  scope: z.string().max(128),
  actor: z.string().min(1).max(128),
  seq: seqSchema,
  hash: bytesSchema.refine(({ length }) => length === 32),
  by: z.string().max(512),
  signature: bytesSchema.refine(({ length }) => length === 64),
})
const beginningSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  owner: z.string().max(512),
  former: z.array(z.string().max(512)).max(1000),
  rotations: z.array(z.record(z.string().max(64), z.string().max(512))).max(1000),
  devices: z.array(deviceCardSchema).max(1000),
  removals: z.array(deviceRemovalSchema).max(1000),
  heads: z.array(headSchema).max(LIMITS.records),
  schemas: z.int().nonnegative().max(LIMITS.records),
  changes: z.int().nonnegative().max(LIMITS.records),
})
const schemaRecordSchema = z.strictObject({
  uri: z.string().max(1024),
  space: z.string().max(512),
  scope: z.string().max(128),
  title: z.string().max(1024),
  body: z.string(),
})
const changeRecordSchema = z.tuple([bytesSchema, bytesSchema, bytesSchema.nullable()])
const endSchema = z.strictObject({ end: bytesSchema })
const headerSchema = z.strictObject({
  v: z.int(),
  ops: bytesSchema,
  seq: seqSchema,
  kind: z.enum(['create', 'update', 'delete']),
  prev: bytesSchema.nullable(),
  seen: z.record(z.string().max(128), seqSchema),
  actor: z.string().min(1).max(128),
  clock: z.string().regex(/^[0-9a-f]{12}-[0-9a-f]{4}$/),
  owner: z.string().max(512),
  scope: z.string().max(128),
  space: z.string().max(512),
  object: z.string().min(1).max(256),
  origin: changeOriginSchema,
  schema: z.string().max(1024),
})

/** Writes a change set. */
export const encodeChangeSet = (
  set: Omit<ChangeSet, 'former' | 'count' | 'changes'> & { readonly changes: readonly IncomingChange[] },
): Buffer => {
  const chunks = createChunkWriter()
  const digest = createDigest()
  const add = (record: Buffer): void => {
    digest.add(record)
    chunks.add(record)
  }
  add(
    encodeCbor({
      format: FORMAT,
      version: VERSION,
      owner: set.owner,
      former: [...new Set(set.changes.map(({ owner }) => owner))].filter((owner) => owner !== set.owner),
      rotations: set.rotations.map((one) => ({ ...one })),
      devices: set.devices.map(({ authorization, named }) => ({
        authorization,
        named: named && { ...named },
      })),
      removals: set.removals.map(({ heads, ...one }) => ({
        ...one,
        heads: heads.map((head) => ({ ...head })),
      })),
      heads: set.heads.map((head) => ({ ...head })),
      schemas: set.schemas.length,
      changes: set.changes.length,
    }),
  )
  for (const schema of set.schemas) add(encodeCbor({ ...schema }))
  for (const change of set.changes) {
    digest.add(change.hash)
    chunks.add(encodeCbor([change.hash, headerBytes(change), change.ops]))
  }
  chunks.add(encodeCbor({ end: digest.finish() }))
  return chunks.finish()
}

/**
 * Reads and verifies a change set: that it is complete, that every header matches its hash, and all ops their header.
 * The content of the changes is checked when they are iterated.
 *
 * @throws SatchelError `change_set_invalid` naming the place
 */
export const decodeChangeSet = (file: Uint8Array): ChangeSet => {
  const digest = createDigest()
  const records = readRecords(file)
  const next = (place: Place): Buffer => {
    const result = records.next()
    if (result.done === true) throw changeSetInvalid(nameOf(place), 'the file ends before it')
    return result.value
  }
  const checked = (place: string): Buffer => {
    const record = next(place)
    digest.add(record)
    return record
  }
  const head = parse(beginningSchema, checked('beginning'), 'beginning')
  const schemas = Array.from({ length: head.schemas }, (_, n) => {
    const place = `schema ${String(n + 1)}`
    return parse(schemaRecordSchema, checked(place), place)
  })
  const { frame } = createChangeRecordReader()
  const kept: ChangeRecordBytes[] = []
  let bytes = 0
  for (let n = 1; n <= head.changes; n++) {
    const record = next(n)
    const said = frame(record) ?? looseFrame(record, nameOf(n))
    if (!hasSha256(said.header, said.hash)) throw changeSetInvalid(nameOf(n), 'its hash is wrong')
    digest.add(said.hash)
    bytes += record.length
    if (bytes <= MAX_KEPT) kept.push(said)
  }
  const { end } = parse(endSchema, next('end'), 'end')
  if (!digest.finish().equals(end)) throw changeSetInvalid('end', 'the file was changed')
  if (records.next().done !== true) throw changeSetInvalid('end', 'something follows it')
  const again = (): Iterable<ChangeRecordBytes> =>
    bytes <= MAX_KEPT ? kept : readFrames(file, 1 + head.schemas, head.changes)
  return {
    owner: head.owner,
    former: head.former,
    rotations: head.rotations,
    devices: head.devices,
    removals: head.removals,
    heads: head.heads,
    schemas,
    count: head.changes,
    changes: { [Symbol.iterator]: () => readChanges(again()) },
  }
}

/** This many pieces, or bytes, are hashed at once: each call costs more than hashing a short piece. */
const PIECES_AT_ONCE = 64
const BYTES_AT_ONCE = 64 * 1024

/** SHA-256 of many short pieces together. */
const createDigest = () => {
  const hash = createHash('sha256')
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = (): void => {
    hash.update(Buffer.concat(waiting, size))
    waiting = []
    size = 0
  }
  return {
    add: (piece: Uint8Array): void => {
      waiting.push(piece)
      size += piece.length
      if (waiting.length >= PIECES_AT_ONCE || size >= BYTES_AT_ONCE) flush()
    },
    finish: (): Buffer => {
      flush()
      return hash.digest()
    },
  }
}

/** Records up to this total size are kept between the two iterations; beyond, they are decompressed again. */
const MAX_KEPT = 16 * 1024 * 1024

/** A place in the file: the number of a change, or a name. Only turned into text for an error. */
type Place = number | string

const nameOf = (place: Place): string => (typeof place === 'number' ? `change ${String(place)}` : place)

function* readFrames(file: Uint8Array, skip: number, count: number): Generator<ChangeRecordBytes> {
  const { frame } = createChangeRecordReader()
  let n = -skip
  for (const record of readRecords(file)) {
    n += 1
    if (n > count) return
    if (n >= 1) yield frame(record) ?? looseFrame(record, nameOf(n))
  }
}

function* readChanges(records: Iterable<ChangeRecordBytes>): Generator<IncomingChange> {
  const { change } = createChangeRecordReader()
  let n = 0
  for (const record of records) {
    n += 1
    const read = change(record) ?? looseChange(record, nameOf(n))
    checkOps(read, n)
    yield read
  }
}

/** Reads a record that isn't in canonical form: refuses it with the reason, or accepts it. */
export const looseFrame = (record: Buffer, place: string): ChangeRecordBytes => {
  const [hash, header, ops] = parse(changeRecordSchema, record, place)
  return { hash: Buffer.from(hash), header: Buffer.from(header), ops: ops && Buffer.from(ops) }
}

export const looseChange = ({ hash, header, ops }: ChangeRecordBytes, place: string): IncomingChange => {
  const { prev: previous, ops: opsHash, v: _version, ...rest } = parse(headerSchema, header, place)
  const change = { ...rest, previous, opsHash, ops, hash }
  // A later hash here must cover the same bytes as there: one form per change, and no other version.
  if (!headerBytes(change).equals(header)) throw changeSetInvalid(place, 'its header has another form')
  return change
}

/** Whether `expected` is the hash of `bytes`; without making a buffer for it (bench: merge of 1,000 concurrent changes). */
const hasSha256 = (bytes: Uint8Array, expected: Uint8Array): boolean =>
  hashOnce('sha256', bytes, 'binary') === bufferOf(expected).toString('latin1')

const checkOps = ({ ops, opsHash }: IncomingChange, place: Place): void => {
  if (ops === null) return
  if (!hasSha256(ops, opsHash)) throw changeSetInvalid(nameOf(place), 'the hash of its ops is wrong')
  if (isDeeper(ops, LIMITS.depth)) throw changeSetInvalid(nameOf(place), 'its ops are nested too deeply')
}

const parse = <T>(schema: z.ZodType<T>, bytes: Uint8Array, place: string): T => {
  if (isDeeper(bytes, LIMITS.depth)) throw changeSetInvalid(place, 'it is nested too deeply')
  let value: unknown
  try {
    value = decodeCbor(bytes)
  } catch (cause) {
    throw changeSetInvalid(place, 'it is not DAG-CBOR', cause)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw changeSetInvalid(place, firstProblem(parsed.error, 'it'), parsed.error)
}
