import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import type { Json } from '../base/json.ts'
import { baseHash, openDocument, readSequence } from './automerge.ts'
import { InvalidSequence } from './invalid-sequence.ts'
import type { Sequence, SequenceKind } from './types.ts'

const characters = ['a', 'b', ' ', '日', '本', 'e\u0301', '😀', '😁', '👨‍👩‍👧', '🇫🇷', 'क्षि']
const textValue = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((list) => list.join(''))
const element: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(1, 'a', null, false, '', { a: 1, b: [2] }, []),
  fc.integer({ min: 0, max: 5 }),
)
const listValue: fc.Arbitrary<Json> = fc.array(element, { maxLength: 8 })

/** A replica that edits alone until it meets others; its changes are in an order in which they can be applied. */
interface Replica {
  readonly name: string
  readonly changes: Uint8Array[]
}

const edit = (kind: SequenceKind, base: Json, { name, changes }: Replica, after: Json): void => {
  const document = openDocument({ kind, base, changes }, name)
  const change = document.edit(after)
  document.free()
  if (change === null) throw new Error('too much for an edit')
  changes.push(change)
}

const meet = (into: Replica, from: Replica): void => {
  const known = new Set(into.changes.map((change) => Buffer.from(change).toString('hex')))
  for (const change of from.changes)
    if (!known.has(Buffer.from(change).toString('hex'))) into.changes.push(change)
}

it.each([
  ['text', textValue],
  ['list', listValue],
] as const)('reads a %s as it was edited, and alike on three replicas whatever the order', (kind, value) => {
  const step = fc.oneof(
    fc.record({ who: fc.nat(2), after: value }),
    fc.record({ who: fc.nat(2), from: fc.nat(2) }),
  )
  fc.assert(
    fc.property(value, fc.array(step, { maxLength: 12 }), (base, steps) => {
      const replicas = ['a', 'b', 'c'].map((name): Replica => ({ name, changes: [] }))
      for (const { who, ...rest } of steps) {
        const replica = replicas[who] as Replica
        if ('from' in rest) meet(replica, replicas[rest.from] as Replica)
        else {
          edit(kind, base, replica, rest.after)
          expect(readSequence({ kind, base, changes: replica.changes })).toEqual(rest.after)
        }
      }
      const read = replicas.map((replica) => {
        for (const other of replicas) meet(replica, other)
        return readSequence({ kind, base, changes: replica.changes })
      })
      expect(read[1]).toEqual(read[0])
      expect(read[2]).toEqual(read[0])
      if (typeof read[0] === 'string') expect(read[0].isWellFormed()).toBe(true)
    }),
    { numRuns: effort(15, 50) },
  )
})

it.each(['text', 'list'] as const)('loses nothing that was put into a %s concurrently', (kind) => {
  const ofBase = Array.from('0123456789')
  /** Where each of three replicas inserts something, and which of the ten it removes. */
  const plan = fc.record({
    at: fc.array(fc.nat(10), { minLength: 1, maxLength: 5 }),
    out: fc.option(fc.nat(9), { nil: null }),
  })
  fc.assert(
    fc.property(fc.tuple(plan, plan, plan), (plans) => {
      const whole = (parts: readonly string[]): Json => (kind === 'text' ? parts.join('') : [...parts])
      const put: string[] = []
      const changes = plans.flatMap(({ at, out }, who) => {
        const parts = ofBase.filter((part) => part !== String(out))
        for (const place of at) {
          const mark = String.fromCodePoint(0x4e00 + put.length)
          put.push(mark)
          parts.splice(place, 0, mark)
        }
        const replica: Replica = { name: String(who), changes: [] }
        edit(kind, whole(ofBase), replica, whole(parts))
        return replica.changes
      })
      const merged = readSequence({ kind, base: whole(ofBase), changes })
      const parts = typeof merged === 'string' ? Array.from(merged) : (merged as string[])
      const taken = new Set(plans.map(({ out }) => String(out)))
      expect([...parts].sort()).toEqual([...ofBase.filter((part) => !taken.has(part)), ...put].sort())
      // What remains of the base keeps its order.
      expect(parts.filter((part) => ofBase.includes(part))).toEqual(ofBase.filter((part) => !taken.has(part)))
    }),
    { numRuns: effort(15, 50) },
  )
})

it('makes the same base in another process', () => {
  const bases: readonly [SequenceKind, Json][] = [
    ['text', 'héllo 👨‍👩‍👧 日本'],
    ['text', ''],
    ['list', [1, 'x', null, { b: 1, a: [2, { d: 1, c: 2 }] }]],
    ['list', []],
  ]
  const module = fileURLToPath(new URL('automerge.ts', import.meta.url))
  const script = `import { baseHash } from ${JSON.stringify(module)}
    for (const [kind, base] of ${JSON.stringify(bases)}) console.log(baseHash(kind, base))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const here = bases.map(([kind, base]) => baseHash(kind, base))
  expect(output.trim().split('\n')).toEqual(here)
  expect(new Set(here).size).toBe(here.length)
  // The base of this text on every replica, forever: a newer Automerge must create the same one.
  expect(baseHash('text', 'héllo')).toBe('520f51e04d3ae91c7da3220ed3a82e28c656bd6fefd9b315af2224234494b452')
  // The order of an object's members doesn't matter.
  expect(baseHash('list', [{ a: 1, b: 2 }])).toBe(baseHash('list', [{ b: 2, a: 1 }]))
})

it('goes on from a saved document as from its edits', () => {
  const first: Replica = { name: 'a', changes: [] }
  edit('text', 'one two', first, 'one, two')
  const document = openDocument({ kind: 'text', base: 'one two', changes: first.changes }, 'a')
  const saved = document.save()
  const later = document.edit('one, two, three')
  if (later === null || saved === null) throw new Error('too much')
  const from: Sequence = { kind: 'text', base: null, saved, changes: [later] }
  expect(readSequence(from)).toBe('one, two, three')
  const other = openDocument(from, 'b').edit('zero, one, two, three')
  if (other === null) throw new Error('too much')
  expect(readSequence({ kind: 'text', base: 'one two', changes: [...first.changes, later, other] })).toBe(
    'zero, one, two, three',
  )
})

it('leaves to a new text what would take seconds as edits', () => {
  const document = openDocument({ kind: 'text', base: 'x'.repeat(200_000), changes: [] }, 'a')
  expect(document.edit('y'.repeat(200_000))).toBeNull()
  expect(document.read()).toBe('x'.repeat(200_000))
  // A single edit in the middle.
  expect(document.edit(`${'x'.repeat(100_000)}y${'x'.repeat(100_000)}`)).not.toBeNull()
  document.free()
})

it('refuses damaged edits, edits of another base, and edits without those before', () => {
  const replica: Replica = { name: 'a', changes: [] }
  edit('text', 'one', replica, 'one two')
  edit('text', 'one', replica, 'one two three')
  const [first, second] = replica.changes as [Uint8Array, Uint8Array]
  // The log detects changed bytes: its hashes cover every edit.
  const damaged = first.subarray(0, first.length - 5)
  const wrong: readonly Sequence[] = [
    { kind: 'text', base: 'one', changes: [damaged] },
    { kind: 'text', base: 'one', changes: [new Uint8Array([1, 2, 3])] },
    { kind: 'text', base: 'another', changes: [first] },
    { kind: 'text', base: 'one', changes: [second] },
    { kind: 'list', base: 'no list', changes: [] },
    { kind: 'text', base: '', saved: new Uint8Array([1, 2, 3]), changes: [] },
  ]
  for (const sequence of wrong) expect(() => readSequence(sequence)).toThrow(InvalidSequence)
})
