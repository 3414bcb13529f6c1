import { encode } from '@ipld/dag-cbor'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, NOTE, noteAccess, OWNER } from '../testing.ts'
import { seenName } from '../base/names.ts'
import { type CborValue, decodeCbor, encodeCbor } from './cbor.ts'
import { tick } from '../base/time.ts'
import { decodeOps, encodeOps, headerBytes } from './codec.ts'
import { sha256 } from '../../platform/sha256.ts'
import { openReplicas, type Replica } from '../objects/replicas.testing.ts'
import type { Op } from './types.ts'

describe('canonical bytes', () => {
  const value: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        null,
        true,
        false,
        0,
        23,
        24,
        255,
        256,
        65_536,
        2 ** 32,
        2 ** 53 - 1,
        -1,
        -25,
        2 ** 60,
        0.5,
      ),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
      fc.uint8Array({ maxLength: 40 }),
      fc.array(tie('value'), { maxLength: 30 }),
      fc.dictionary(
        fc.string({ unit: 'grapheme', maxLength: 30 }).filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 30, noNullPrototype: true },
      ),
    ),
  })).value

  it('are those of the DAG-CBOR library', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(encodeCbor(given)).toEqual(Buffer.from(encode(given)))
        expect(encodeCbor(decodeCbor(encodeCbor(given)) as CborValue)).toEqual(encodeCbor(given))
      }),
      { numRuns: 1000 },
    )
  })

  it('leave out members that are undefined, and take long texts', () => {
    expect(encodeCbor({ a: undefined, b: 1 })).toEqual(encodeCbor({ b: 1 }))
    const long = { text: 'é'.repeat(100_000), list: Array.from({ length: 70_000 }, (_, n) => n) }
    expect(encodeCbor(long)).toEqual(Buffer.from(encode(long)))
  })

  it('of ops read as the same ops', () => {
    const ops: Op[] = [
      { op: 'create', object: { id: 'x', list: [1, { a: null }] } },
      { op: 'delete', mode: 'soft' },
      { op: 'delete', mode: 'hard' },
      { op: 'set', path: ['a'], value: 'text' },
      { op: 'set', path: ['title'], value: 'of the same length and beginning as the next' },
      { op: 'set', path: ['tasks'], value: 1 },
      { op: 'set', path: ['título'], value: null },
      { op: 'set', path: ['x'.repeat(80)], value: true },
      { op: 'set', path: ['a', 'b'], value: { deep: [] } },
      { op: 'set', path: ['updatedAt'], value: '2026-01-02T03:04:05.006Z' },
      { op: 'set', path: ['due'], value: '2026-02-30T03:04:05.006Z' },
      { op: 'set', path: ['due'], value: '1969-01-02T03:04:05.006Z' },
      { op: 'remove', path: ['a'] },
      { op: 'add', path: ['stars'], by: -3 },
      { op: 'insert', path: ['tags'], values: ['x'] },
      { op: 'append', path: ['journal'], entries: [{ id: '1' }] },
      { op: 'edit', path: ['body'], on: '0199b7c7e0e9-0001@a', change: new Uint8Array([1, 2]) },
    ]
    expect(decodeOps(encodeOps(ops))).toEqual(ops)
    for (const op of ops) expect(decodeOps(encodeOps([op]))).toEqual([op])
    const sets = ops.filter(({ op }) => op === 'set')
    expect(decodeOps(encodeOps(sets))).toEqual(sets)
    expect(decodeOps(encodeOps([]))).toEqual([])
  })

  it('of ops say so where something is missing or follows', () => {
    const bytes = encodeOps([
      { op: 'set', path: ['title'], value: { a: ['text', 1.5, null] } },
      { op: 'set', path: ['updatedAt'], value: '2026-01-02T03:04:05.006Z' },
    ])
    for (let length = 0; length < bytes.length; length++)
      expect(failureOf(() => decodeOps(bytes.subarray(0, length))).code).toBe('change_set_invalid')
    expect(failureOf(() => decodeOps(Buffer.concat([bytes, bytes]))).code).toBe('change_set_invalid')
  })

  it.each<[string, CborValue]>([
    ['no list', {}],
    ['an op that is none', [[99, 'a']]],
    ['a path through the prototype', [[3, ['__proto__', 'a'], 1]]],
    ['a member that is the prototype', [[3, '__proto__', 1]]],
    ['a path of numbers', [[3, [1], 1]]],
    ['a sum that is none', [[5, 'a', 'x']]],
    ['a time beyond all dates', [[9, 'a', 9e15]]],
  ])('that are %s are no ops', (_what, given) => {
    expect(failureOf(() => decodeOps(encodeCbor(given))).code).toMatch(/change_set_invalid|validation_failed/)
  })
})

describe('the log', () => {
  let replica: Replica
  beforeEach(() => {
    const [opened] = openReplicas(1)
    if (opened === undefined) throw new Error('no replica')
    replica = opened
  })
  afterEach(() => {
    replica.close()
  })

  it('hashes a header that anyone can put together, and chains them', () => {
    const id = replica.create({ title: 'Milk' })
    replica.update(id, { $set: { title: 'Bread' } })
    const [made, edited] = replica.outgoing()
    if (made === undefined || edited === undefined || edited.ops === null) throw new Error('no changes')
    const header = encode({
      v: 2,
      owner: OWNER,
      space: noteAccess.owner,
      scope: noteAccess.scope,
      actor: replica.engine.log.actor,
      seq: 2,
      clock: edited.clock,
      prev: made.hash,
      seen: {},
      origin: noteAccess.origin,
      schema: NOTE,
      object: id,
      kind: 'update',
      ops: sha256(edited.ops),
    })
    expect(headerBytes(edited)).toEqual(Buffer.from(header))
    expect(Buffer.from(edited.hash)).toEqual(sha256(header))
    expect(made.previous).toBeNull()
    expect(Buffer.from(edited.hash).toString('hex')).toBe(replica.get(id).version)
    expect(replica.engine.log.byHash(replica.get(id).version)).toMatchObject({ seq: 2, objectId: id })
  })

  it('keeps the hashes of purged changes, which can still be checked', () => {
    const id = replica.create({ title: 'secret' })
    const [before] = replica.outgoing()
    replica.state.delete(noteAccess, { schemaUri: NOTE, id, mode: 'hard' })
    const [purged, deleted] = replica.outgoing()
    if (before === undefined || purged === undefined || deleted === undefined) throw new Error('no changes')
    expect(purged).toEqual({ ...before, ops: null })
    for (const change of [purged, deleted]) expect(sha256(headerBytes(change))).toEqual(change.hash)
  })

  it('says what each writer had seen', () => {
    const [other] = openReplicas(1)
    if (other === undefined) throw new Error('no replica')
    const id = replica.create({ title: '1' })
    other.integrate(replica.outgoing())
    other.update(id, { $set: { title: '2' } })
    replica.update(id, { $set: { title: '3' } })
    replica.integrate(other.outgoing())
    replica.update(id, { $set: { title: '4' } })
    for (const when of ['as written', 'read again']) {
      const { log } = replica.engine
      const [a, b] = [replica.engine.log.actor, other.engine.log.actor]
      const saw = (actor: string, seq: number, otherActor: string, otherSeq: number): boolean =>
        log.saw({ log: 1, actor, seq }, { actor: otherActor, seq: otherSeq })
      expect([
        when,
        saw(b, 1, a, 1),
        saw(b, 1, a, 2),
        saw(a, 2, b, 1),
        saw(a, 3, b, 1),
        saw(a, 3, a, 2),
      ]).toEqual([when, true, false, false, true, true])
      log.forget()
    }
    const last = other.outgoing().find(({ actor }) => actor === other.engine.log.actor)
    const name = seenName(other.engine.log.actor, Buffer.from(last?.hash ?? []))
    expect(replica.outgoing().at(-1)?.seen).toEqual({ [name]: 1 })
    other.close()
  })

  it('stores a change of one field in at most 160 bytes, its hash and indexes included', async () => {
    const id = replica.create({ title: 'x', rating: 1 })
    const many = Array.from({ length: 100 }, (_, n) => replica.create({ title: `note ${String(n)}` }))
    const { db } = replica.engine
    const size = (): number => {
      db.exec('VACUUM')
      return (
        Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))
      )
    }
    const before = size()
    await replica.state.together(() => {
      for (let n = 0; n < 10_000; n++) {
        replica.tick(7)
        replica.update(many[n % 100] ?? id, { $set: { rating: n % 1000 } })
      }
    })
    expect((size() - before) / 10_000).toBeLessThan(160)
  })
})

describe('the clock', () => {
  it('goes on where the wall clock stands still or goes back', () => {
    const first = tick('', 1000)
    const later = [tick(first, 1000), tick(first, 1)]
    expect(later.every((clock) => clock > first)).toBe(true)
    expect(tick(first, 1001) > tick(first, 1000)).toBe(true)
  })

  it('takes the next millisecond when the counter is full', () => {
    let last = tick('', 1000)
    for (let n = 0; n < 0x1_0000; n++) {
      const next = tick(last, 1000)
      if (next <= last) throw new Error(`${next} after ${last}`)
      last = next
    }
    expect(last).toBe(tick('', 1001))
  })
})
