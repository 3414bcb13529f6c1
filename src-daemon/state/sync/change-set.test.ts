import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { type CborValue, encodeCbor } from '../log/cbor.ts'
import { headerBytes } from '../log/codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { IncomingChange } from '../log/types.ts'
import { failureOf, NOTE, noteAccess, openTestState, OWNER, type TestState } from '../testing.ts'
import { cborDepth } from './cbor-depth.ts'
import { decodeChangeSet, encodeChangeSet } from './change-set.ts'
import { createChunkWriter } from './chunks.ts'

let test: TestState
let file: Buffer

beforeAll(() => {
  test = openTestState()
  const id = test.create({ title: 'one', body: 'a text', tags: ['x'], stars: 2, place: { city: 'Ōsaka' } })
  const input = { schemaUri: NOTE, id }
  test.state.update(noteAccess, { ...input, patch: { $set: { body: 'a longer text' }, $inc: { stars: 3 } } })
  const gone = test.create({ title: 'two' })
  test.state.delete(noteAccess, { schemaUri: NOTE, id: gone, mode: 'hard' })
  file = Buffer.from(test.state.sync.export({ scopes: null, since: null }).bytes)
})
afterAll(() => {
  test.close()
})

const read = (bytes: Uint8Array) => {
  const set = decodeChangeSet(bytes)
  return { ...set, changes: [...set.changes] }
}

describe('a change set', () => {
  it('reads as what was written', () => {
    const set = read(file)
    expect(set).toMatchObject({
      owner: OWNER,
      count: 4,
      schemas: [{ uri: NOTE, scope: 'sc:note' }],
    })
    expect(set.changes.map(({ seq, kind, object }) => ({ seq, kind, object }))).toMatchObject([
      { seq: 1, kind: 'create' },
      { seq: 2, kind: 'update' },
      { seq: 3, kind: 'create' },
      { seq: 4, kind: 'delete' },
    ])
    expect(encodeChangeSet(set).equals(file)).toBe(true)
  })

  it('carries what hashes need also where the content was purged', () => {
    const purged = read(file).changes.filter(({ ops }) => ops === null)
    expect(purged.length).toBeGreaterThan(0)
    for (const change of purged) expect(sha256(headerBytes(change)).equals(change.hash)).toBe(true)
  })

  it('is read in parts if it is large', () => {
    const set = read(file)
    const [first] = set.changes
    if (first === undefined) throw new Error('there are changes')
    const body = Array.from({ length: 300 }, (_, n) => large(first, n + 1))
    const written = encodeChangeSet({ ...set, changes: body })
    expect(written.length).toBeLessThan(1024 * 1024)
    expect(read(written).changes).toHaveLength(300)
  })
})

/** 20 KiB of text that compresses well. */
const large = (change: IncomingChange, seq: number): IncomingChange => {
  const ops = encodeCbor([[0, { title: 'x'.repeat(20 * 1024) }]])
  const said = { ...change, seq, ops, opsHash: sha256(ops) }
  return { ...said, hash: sha256(headerBytes(said)) }
}

/** A file of these records, with a correct end. */
const fileOf = (...records: CborValue[]): Buffer => {
  const chunks = createChunkWriter()
  const encoded = records.map(encodeCbor)
  for (const record of encoded) chunks.add(record)
  const ended = records.map((record, n) => (isChange(record) ? record[0] : encoded[n]) ?? Buffer.alloc(0))
  chunks.add(encodeCbor({ end: sha256(Buffer.concat(ended)) }))
  return chunks.finish()
}
const isChange = (record: CborValue): record is [Uint8Array, ...CborValue[]] =>
  Array.isArray(record) && record[0] instanceof Uint8Array
const head = (changes: number, rest: Record<string, CborValue> = {}): CborValue => ({
  format: 'satchel-change-set',
  version: 3,
  owner: OWNER,
  former: [],
  rotations: [],
  devices: [],
  removals: [],
  heads: [],
  schemas: 0,
  changes,
  ...rest,
})
/** A change with correct hashes, whatever its content. */
const changeOf = (header: CborValue, ops: Uint8Array | null): CborValue => {
  const bytes = encodeCbor(header)
  return [sha256(bytes), bytes, ops]
}
const goodHeader = (): Record<string, CborValue> => ({
  v: 2,
  ops: sha256(Buffer.from([0x80])),
  seq: 1,
  kind: 'update',
  prev: null,
  seen: {},
  actor: 'a',
  clock: '0123456789ab-0000',
  owner: OWNER,
  scope: 'sc:note',
  space: 'did:nuwa:cap:note',
  object: 'o',
  origin: { kind: 'owner', via: 'cli' },
  schema: NOTE,
})
const emptyOps = Buffer.from([0x80])
const nested = (depth: number): Buffer => Buffer.concat([Buffer.alloc(depth, 0x81), Buffer.from([0x00])])

/** One chunk that claims to be `length` long. */
const chunk = (content: Uint8Array, length = content.length): Buffer => {
  const packed = zstdCompressSync(content)
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32BE(length, 0)
  sizes.writeUInt32BE(packed.length, 4)
  return Buffer.concat([Buffer.from('satchel-changes\n\u0003'), sizes, packed])
}

describe('a hostile file is refused with the place', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['nothing', () => Buffer.alloc(0), 'beginning'],
    ['another file', () => Buffer.from('SQLite format 3\0 and so on'), 'beginning'],
    ['a later version', () => Buffer.from('satchel-changes\n\u0007'), 'beginning'],
    ['a head and nothing else', () => Buffer.from('satchel-changes\n\u0003'), 'beginning'],
    [
      'a length beyond the file',
      () => Buffer.from('satchel-changes\n\u0003\0\0\0\u0001\0\0\0\u0009x'),
      'chunk 1',
    ],
    [
      '4 GiB announced',
      () => Buffer.from([...Buffer.from('satchel-changes\n\u0003'), ...Array<number>(8).fill(255)]),
      'chunk 1',
    ],
    ['more than announced', () => chunk(Buffer.alloc(50 * 1024 * 1024), 100), 'chunk 1'],
    ['less than announced', () => chunk(Buffer.alloc(10), 100), 'chunk 1'],
    ['a record longer than its chunk', () => chunk(Buffer.from([0, 0, 0, 9, 1])), 'chunk 1'],
    ['no DAG-CBOR', () => chunk(Buffer.from([0, 0, 0, 1, 0xff])), 'beginning'],
    ['another format', () => fileOf(head(0, { format: 'x' })), 'beginning'],
    ['more in the beginning', () => fileOf(head(0, { more: 1 })), 'beginning'],
    ['5 billion changes', () => fileOf(head(5e9)), 'beginning'],
    [
      'more changes announced than there are',
      () => fileOf(head(2), changeOf(goodHeader(), emptyOps)),
      'change 2',
    ],
    ['fewer changes announced', () => fileOf(head(0), changeOf(goodHeader(), emptyOps)), 'end'],
    [
      'a wrong hash',
      () => fileOf(head(1), [Buffer.alloc(32), encodeCbor(goodHeader()), emptyOps]),
      'change 1',
    ],
    ['other ops', () => fileOf(head(1), changeOf(goodHeader(), Buffer.from([0x81, 0x00]))), 'change 1'],
    [
      'another header version',
      () => fileOf(head(1), changeOf({ ...goodHeader(), v: 3 }, emptyOps)),
      'change 1',
    ],
    ['seq 0', () => fileOf(head(1), changeOf({ ...goodHeader(), seq: 0 }, emptyOps)), 'change 1'],
    [
      'a clock that is text',
      () => fileOf(head(1), changeOf({ ...goodHeader(), clock: 'now' }, emptyOps)),
      'change 1',
    ],
    [
      'an unknown origin',
      () => fileOf(head(1), changeOf({ ...goodHeader(), origin: { kind: 'x' } }, emptyOps)),
      'change 1',
    ],
    [
      'more in the origin',
      () =>
        fileOf(head(1), changeOf({ ...goodHeader(), origin: { kind: 'owner', via: 'cli', x: 1 } }, emptyOps)),
      'change 1',
    ],
    ['no bytes for a hash', () => fileOf(head(1), ['x', 'y', null]), 'change 1'],
    [
      'ops 10,000 deep',
      () => fileOf(head(1), changeOf({ ...goodHeader(), ops: sha256(nested(10_000)) }, nested(10_000))),
      'change 1',
    ],
    [
      'a record 10,000 deep',
      () => chunk(Buffer.concat([Buffer.from([0, 0, 0x27, 0x11]), nested(10_000)])),
      'beginning',
    ],
    ['a schema that is no JSON', () => fileOf(head(0, { schemas: 1 }), { uri: 'u' }), 'schema 1'],
  ])('%s', (_what, make, place) => {
    const error = failureOf(() => read(make()))
    expect(error.code).toBe('change_set_invalid')
    expect(error.details).toMatchObject({ place })
  })

  it('made by an older Satchel', () => {
    for (const version of [1, 2])
      expect(
        failureOf(() => read(Buffer.from(`satchel-changes\n${String.fromCharCode(version)}`))).code,
      ).toBe('change_set_old_version')
  })

  it('cut off anywhere, or with any byte changed', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: file.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (at, by, cut) => {
          const hurt = cut ? file.subarray(0, at) : Buffer.from(file)
          if (!cut) hurt[at] = (hurt[at] ?? 0) ^ by
          let code = 'none'
          try {
            read(hurt)
          } catch (thrown) {
            code = (thrown as { code?: string }).code ?? String(thrown)
          }
          // zstd's metadata may change without affecting the content; then the file reads the same.
          if (code === 'none') expect(read(hurt).changes).toEqual(read(file).changes)
          else expect(['change_set_invalid', 'change_set_old_version']).toContain(code)
        },
      ),
      { numRuns: effort(120, 500) },
    )
  })
})

it('counts how deep DAG-CBOR is nested, without recursion', () => {
  const values: [CborValue, number][] = [
    [1, 0],
    [[], 0],
    [['a'], 1],
    [{ a: [1, { b: Buffer.from([1, 2, 3]) }], c: [] }, 3],
    [[[1], [[2]], 'x'.repeat(300), [3]], 3],
  ]
  for (const [value, depth] of values) expect(cborDepth(encodeCbor(value), 100)).toBe(depth)
  expect(cborDepth(nested(1_000_000), 100)).toBe(101)
})
