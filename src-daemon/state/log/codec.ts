/** The hashed bytes of a change: its ops, what it had newly seen, and its header. */
import { SatchelError } from '../../platform/errors.ts'
import { replicaOf, seenName } from '../base/names.ts'
import { isoText } from '../base/time.ts'
import { type Json, toJson, toJsonObject } from '../base/json.ts'
import { type CborValue, createCborWriter, decodeCbor, encodeCbor } from './cbor.ts'
import { createCborReader, UNUSUAL } from './cbor-reader.ts'
import type { IncomingChange, Op, VersionVector } from './types.ts'
import type { Writer, Writers } from './writers.ts'
import type { ChangeOrigin } from '../../contract/state.ts'

/*
 * Ops as they are stored and hashed: DAG-CBOR lists that begin with the number of the op, since names would take more
 * space than their content. A path of one name is that name. A whole-millisecond UTC instant, which most changes of an
 * object with `updatedAt` set, is a number.
 */

const CREATE = 0
const DELETE_SOFT = 1
const DELETE_HARD = 2
const SET = 3
const REMOVE = 4
const ADD = 5
const INSERT = 6
const APPEND = 7
const EDIT = 8
const SET_INSTANT = 9

const writer = createCborWriter()
const reader = createCborReader()

/** The canonical encoding of `ops`. */
export const encodeOps = (ops: readonly Op[]): Buffer => {
  writer.clear()
  writer.list(ops.length)
  for (const op of ops) writeOp(op)
  return writer.take()
}

const writeOp = (op: Op): void => {
  switch (op.op) {
    case 'create':
      write(CREATE, op.object)
      return
    case 'delete':
      writer.list(1)
      writer.value(op.mode === 'hard' ? DELETE_HARD : DELETE_SOFT)
      return
    case 'set': {
      const ms = instantOf(op.value)
      if (ms === null) write(SET, pathOf(op.path), op.value)
      else write(SET_INSTANT, pathOf(op.path), ms)
      return
    }
    case 'remove':
      write(REMOVE, pathOf(op.path))
      return
    case 'add':
      write(ADD, pathOf(op.path), op.by)
      return
    case 'insert':
      write(INSERT, pathOf(op.path), op.values)
      return
    case 'append':
      write(APPEND, pathOf(op.path), op.entries)
      return
    case 'edit':
      write(EDIT, pathOf(op.path), op.on, op.change)
      return
  }
}

const write = (code: number, ...rest: readonly Parameters<typeof writer.value>[0][]): void => {
  writer.list(rest.length + 1)
  writer.value(code)
  for (const part of rest) writer.value(part)
}

const pathOf = (path: readonly string[]): string | readonly string[] =>
  path.length === 1 ? (path[0] ?? '') : path

/** Milliseconds of text such as `2026-01-02T03:04:05.006Z`; null for anything else. */
export const instantOf = (value: Json): number | null => {
  if (typeof value !== 'string' || value.length !== 24 || value.charCodeAt(23) !== 0x5a) return null
  const ms = Date.parse(value)
  return Number.isNaN(ms) || ms < 0 || isoText(ms) !== value ? null : ms
}

/**
 * Decodes the result of `encodeOps`.
 *
 * @throws SatchelError `change_set_invalid` for anything else
 */
export const decodeOps = (bytes: Uint8Array): readonly Op[] => {
  const sets = readSets(bytes)
  if (sets !== null) return sets
  let list: unknown
  try {
    list = decodeCbor(bytes)
  } catch (thrown) {
    throw wrong(thrown)
  }
  if (!Array.isArray(list)) throw wrong()
  return list.map(readOp)
}

/** Most changes only set members: decoded without a list for each. Null for anything else. */
const readSets = (bytes: Uint8Array): readonly Op[] | null => {
  try {
    reader.open(bytes)
    const ops: Op[] = []
    for (let left = reader.list(); left > 0; left--) {
      if (reader.list() !== 3) return null
      const code = reader.uint()
      if (code !== SET && code !== SET_INSTANT) return null
      const path = [reader.name()]
      if (path[0] === '__proto__') return null
      ops.push({ op: 'set', path, value: code === SET ? toJson(reader.value()) : readInstant(reader.uint()) })
    }
    return reader.isAtEnd() ? ops : null
  } catch (thrown) {
    if (thrown !== UNUSUAL) throw thrown
    return null
  }
}

const readOp = (encoded: unknown): Op => {
  if (!Array.isArray(encoded)) throw wrong()
  const [code, first, second, third] = encoded as readonly unknown[]
  if (code === CREATE) return { op: 'create', object: toJsonObject(first) }
  if (code === DELETE_SOFT || code === DELETE_HARD)
    return { op: 'delete', mode: code === DELETE_HARD ? 'hard' : 'soft' }
  const path = readPath(first)
  switch (code) {
    case SET:
      return { op: 'set', path, value: toJson(second) }
    case SET_INSTANT:
      return { op: 'set', path, value: readInstant(second) }
    case REMOVE:
      return { op: 'remove', path }
    case ADD:
      if (typeof second !== 'number') throw wrong()
      return { op: 'add', path, by: second }
    case INSERT:
      return { op: 'insert', path, values: readList(second) }
    case APPEND:
      return { op: 'append', path, entries: readList(second) }
    case EDIT:
      if (typeof second !== 'string' || !(third instanceof Uint8Array)) throw wrong()
      return { op: 'edit', path, on: second, change: third }
    default:
      throw wrong()
  }
}

const readInstant = (ms: unknown): string => {
  if (typeof ms !== 'number' || !Number.isSafeInteger(ms) || ms < 0 || ms > 8.64e15) throw wrong()
  return isoText(ms)
}

const readPath = (encoded: unknown): readonly string[] => {
  if (typeof encoded === 'string' && encoded !== '__proto__') return [encoded]
  const path: readonly unknown[] = Array.isArray(encoded) ? encoded : [encoded]
  const names = path.filter(isName)
  if (names.length !== path.length) throw wrong()
  return names
}

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '__proto__'

const readList = (value: unknown): readonly Json[] => {
  if (!Array.isArray(value)) throw wrong()
  return value.map((item) => toJson(item))
}

const wrong = (cause?: unknown): SatchelError =>
  new SatchelError('change_set_invalid', { params: { problem: 'the ops of a change cannot be read' }, cause })

/**
 * What a change had newly seen: this writer's changes up to `seq`. `hash`: start of the hash of the last one, in hex;
 * null in older changes, which only have the replica's name.
 */
export interface Seen {
  readonly writer: Writer
  readonly seq: number
  readonly hash: string | null
}

/** As in a header. */
export const seenVector = (seen: readonly Seen[]): VersionVector =>
  Object.fromEntries(
    seen.map(({ writer, seq, hash }) => [
      hash === null ? replicaOf(writer.actor) : seenName(writer.actor, Buffer.from(hash, 'hex')),
      seq,
    ]),
  )

/** As in a row of `changes`; null for nothing. */
export const encodeSeen = (seen: readonly Seen[]): string | null => {
  if (seen.length === 0) return null
  return JSON.stringify(
    seen.map(({ writer, seq, hash }) => (hash === null ? [writer.id, seq] : [writer.id, seq, hash])),
  )
}

/** `byId` finds the writers of a stored `seen`. Older rows have an object of numbers. */
export const decodeSeen = (stored: string | null, byId: Writers['byId']): readonly Seen[] => {
  if (stored === null) return NONE
  // Written by `encodeSeen`.
  const said = JSON.parse(stored) as Readonly<Record<string, number>> | readonly StoredSeen[]
  return isList(said)
    ? said.map(([id, seq, hash = null]) => ({ writer: byId(id), seq, hash }))
    : Object.entries(said).map(([id, seq]) => ({ writer: byId(Number(id)), seq, hash: null }))
}

type StoredSeen = readonly [writer: number, seq: number, hash?: string]

const isList = <T>(value: Readonly<Record<string, number>> | readonly T[]): value is readonly T[] =>
  Array.isArray(value)

const NONE: readonly Seen[] = []

/** The content of a hash; of the ops, only their hash. */
export type HashedChange = Omit<IncomingChange, 'hash' | 'ops'>

/** Version of the header format. */
const VERSION = 2

/** Changes come in runs of one log and one origin, so these parts' encodings are reused from the previous one. */
let lastPlace: {
  readonly of: Pick<HashedChange, 'owner' | 'scope' | 'space'>
  readonly bytes: Buffer
} | null = null
let lastOrigin: { readonly of: ChangeOrigin; readonly bytes: Buffer } | null = null

/**
 * The header of a change as canonical DAG-CBOR: its SHA-256 is the hash of the change. Anyone who has it can verify the
 * change without us, even if its ops were purged: `ops` is their SHA-256, `prev` the hash of the same replica's
 * previous change in this log, null for the first.
 */
export const headerBytes = (change: HashedChange): Buffer => {
  const place = placeBytes(change)
  const origin = originBytes(change.origin)
  writer.clear()
  writer.map(14)
  // In DAG-CBOR order: shorter names first.
  member('v', VERSION)
  member('ops', change.opsHash)
  member('seq', change.seq)
  member('kind', change.kind)
  member('prev', change.previous)
  member('seen', change.seen)
  member('actor', change.actor)
  member('clock', change.clock)
  writer.raw(place)
  member('object', change.object)
  writer.text('origin')
  writer.raw(origin)
  member('schema', change.schema)
  return writer.take()
}

const placeBytes = ({ owner, scope, space }: HashedChange): Buffer => {
  const last = lastPlace?.of
  if (lastPlace !== null && last?.owner === owner && last.scope === scope && last.space === space)
    return lastPlace.bytes
  writer.clear()
  member('owner', owner)
  member('scope', scope)
  member('space', space)
  const bytes = writer.take()
  lastPlace = { of: { owner, scope, space }, bytes }
  return bytes
}

const originBytes = (origin: ChangeOrigin): Buffer => {
  if (lastOrigin !== null && isSame(lastOrigin.of, origin)) return lastOrigin.bytes
  const bytes = encodeCbor(origin)
  // A copy, because a caller may change its object afterwards.
  lastOrigin = { of: { ...origin }, bytes }
  return bytes
}

/** Compares member by member, in any order; a nested object counts as different. */
const isSame = (a: ChangeOrigin, b: ChangeOrigin): boolean => {
  const [left, right]: Readonly<Record<string, unknown>>[] = [a, b]
  let members = 0
  for (const name in left) {
    const value = left[name]
    if (value !== right?.[name] || (typeof value === 'object' && value !== null)) return false
    members += 1
  }
  return members === Object.keys(b).length
}

const member = (name: string, value: CborValue): void => {
  writer.text(name)
  writer.value(value)
}

/** The same bytes as a `Buffer`. */
export const bufferOf = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes))
