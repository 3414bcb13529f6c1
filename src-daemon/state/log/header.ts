import { hash } from 'node:crypto'
import type { ChangeOrigin } from '../../contract/state.ts'
import { createCborWriter, encodeCbor, type CborValue } from './cbor.ts'
import type { IncomingChange } from './types.ts'

/** What a hash covers; of the ops, their hash. */
export type HashedChange = Omit<IncomingChange, 'hash' | 'ops'>

/** Version of the header's form. */
const VERSION = 2

const writer = createCborWriter()

/** Changes come in runs of one log and one origin: what is as it was in the last one is not encoded again. */
let lastPlace: {
  readonly of: Pick<HashedChange, 'owner' | 'scope' | 'space'>
  readonly bytes: Buffer
} | null = null
let lastOrigin: { readonly of: ChangeOrigin; readonly bytes: Buffer } | null = null

/**
 * The header of a change as canonical DAG-CBOR: its SHA-256 is the hash of the change. Anyone who has it can check the
 * change without us, also when its ops were purged: `ops` is their SHA-256, `prev` the hash of the change before it of the
 * same replica in this log, null for the first.
 */
export const headerBytes = (change: HashedChange): Buffer => {
  const place = placeBytes(change)
  const origin = originBytes(change.origin)
  writer.clear()
  writer.map(14)
  // In the order of DAG-CBOR: shorter names first.
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
  // A copy: what a caller changes afterwards is another origin.
  lastOrigin = { of: { ...origin }, bytes }
  return bytes
}

/** Member by member, in whatever order; one that is an object is taken for another one. */
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

/** Through text of one character per byte, which costs half of what a buffer made by the library does. */
export const sha256 = (bytes: Uint8Array | string): Buffer =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'binary')

/** Whether `expected` is the hash of `bytes`; without making a buffer for it. */
export const hasSha256 = (bytes: Uint8Array, expected: Buffer): boolean =>
  hash('sha256', bytes, 'binary') === expected.toString('latin1')

export const bufferOf = (bytes: Uint8Array): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes))
