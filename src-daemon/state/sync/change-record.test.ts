import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { type CborValue, encodeCbor } from '../log/cbor.ts'
import { sha256 } from '../../platform/sha256.ts'
import { createChangeRecordReader } from './change-record.ts'
import { looseChange, looseFrame } from './change-set.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const name = fc.constantFrom('a', 'did:key:zTest', 'sc:note', 'é😀', 'x'.repeat(30))
const calls = { conversationId: 'c1', turnId: null, callId: 'k' }
const capability = { kind: 'capability', capability: 'c', version: '1', packageSha256: 'ab' }
const right: fc.Arbitrary<Record<string, CborValue>> = fc.record({
  v: fc.constant(2),
  ops: hash,
  seq: fc.constantFrom(1, 23, 24, 1000, 70_000, 2 ** 40),
  kind: fc.constantFrom('create', 'update', 'delete'),
  prev: fc.oneof(fc.constant(null), hash),
  seen: fc.constantFrom<CborValue>({}, { b: 1, cc: 2 }),
  actor: name,
  clock: fc.constantFrom('0123456789ab-0000', '0123456789ab-0001'),
  owner: name,
  scope: name,
  space: name,
  object: name,
  origin: fc.constantFrom<CborValue>(
    { kind: 'owner', via: 'cli' },
    { kind: 'system', reason: 'é' },
    { ...capability, ...calls },
  ),
  schema: name,
})
/** Values at and beyond the limits of each member. */
const odd: readonly Record<string, CborValue>[] = [
  ...[1, 3].map((v) => ({ v })),
  ...[0, -1, 0.5, '1'].map((seq) => ({ seq })),
  ...[Buffer.alloc(31), Buffer.alloc(33), 'x'].flatMap((bytes) => [{ ops: bytes }, { prev: bytes }]),
  { kind: 'other!' },
  ...[{ b: 0 }, { b: 'x' }, { ['x'.repeat(128)]: 1 }, { ['x'.repeat(129)]: 1 }, [], 'x'].map((seen) => ({
    seen,
  })),
  ...['0123456789aB-0000', 'now', 1].map((clock) => ({ clock })),
  ...(['actor', 'owner', 'scope', 'space', 'object', 'schema'] as const).flatMap((member) =>
    ['', 1, null, '\uFFFD', ...[128, 129, 256, 257, 512, 513, 1024, 1025].map((n) => 'x'.repeat(n))].map(
      (value) => ({ [member]: value }),
    ),
  ),
  ...[{ kind: 'owner', via: 'elsewhere' }, { kind: 'owner', via: 'cli', more: 1 }, capability, []].map(
    (origin) => ({
      origin,
    }),
  ),
  { more: 1 },
]
const header = fc
  .tuple(right, fc.option(fc.constantFrom(...odd), { freq: 2 }))
  .map(([said, rest]): Record<string, CborValue> => ({ ...said, ...rest }))
const ops = fc.oneof(fc.constant(null), fc.uint8Array({ maxLength: 300 }))
const damage = fc.option(fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }), { freq: 2 })

/** Its content, whatever kind of byte array it is in. */
const bytesOf = (read: object | null): string => encodeCbor(read && { ...read }).toString('hex')

const refused = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (thrown) {
    return (thrown as { code?: string }).code
  }
}

describe('a record of a change', () => {
  it('is read as the library and all checks read it, or left to them', () => {
    // One after the other by the same reader, which caches parts of the previous one.
    const reader = createChangeRecordReader()
    let read = 0
    fc.assert(
      fc.property(header, ops, damage, (said, body, hurt) => {
        const bytes = encodeCbor(said)
        if (hurt !== null) bytes[hurt.at % bytes.length] = (bytes[hurt.at % bytes.length] ?? 0) ^ hurt.by
        const record = { hash: sha256(bytes), header: bytes, ops: body && Buffer.from(body) }
        const fast = reader.change(record)
        if (fast === null) return
        read += 1
        expect(bytesOf(fast)).toEqual(refused(() => bytesOf(looseChange(record, 'here'))))
      }),
      { numRuns: effort(800, 4000) },
    )
    expect(read).toBeGreaterThan(effort(100, 500))
  })

  it('in the usual form needs no other reader', () => {
    const usual = {
      ...{ v: 2, ops: Buffer.alloc(32), seq: 7, kind: 'update', prev: Buffer.alloc(32, 1), seen: { b: 3 } },
      ...{ actor: 'a', clock: '0123456789ab-0000', owner: 'o', scope: 'sc:n', space: 's', object: 'id' },
      ...{ origin: { kind: 'owner', via: 'cli' }, schema: 'u' },
    }
    const reader = createChangeRecordReader()
    for (const said of [
      usual,
      { ...usual, object: 'other' },
      { ...usual, actor: 'b', scope: 'sc:m' },
      usual,
    ]) {
      const record = { hash: Buffer.alloc(32), header: encodeCbor(said), ops: null }
      expect(bytesOf(reader.change(record))).toEqual(bytesOf(looseChange(record, 'here')))
    }
  })

  it('has its frame read as the library reads it, or left to it', () => {
    const reader = createChangeRecordReader()
    const bytes = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(hash, bytes, ops, damage, (digest, head, body, hurt) => {
        const record = encodeCbor([digest, head, body])
        if (hurt !== null) record[hurt.at % record.length] = (record[hurt.at % record.length] ?? 0) ^ hurt.by
        const fast = reader.frame(record)
        if (hurt === null) expect(fast).not.toBeNull()
        if (fast !== null) expect(bytesOf(fast)).toEqual(refused(() => bytesOf(looseFrame(record, 'here'))))
      }),
      { numRuns: effort(500, 2000) },
    )
  })
})
