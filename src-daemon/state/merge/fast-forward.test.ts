import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { toJsonObject, type Json } from '../base/json.ts'
import { isRevert, stampOf } from '../log/stamp.ts'
import type { Change, EarlierChange, EarlierChanges, Op } from '../log/types.ts'
import { createPolicies } from '../policies/index.ts'
import { compareStamps } from '../policies/types.ts'
import { createSequencesInThread } from '../policies/testing/sequences-in-thread.ts'
import { createShape } from '../schema/shape.ts'
import type { ChangeOrigin } from '../../contract/state.ts'
import { createReplay } from './replay.ts'
import { fastForward } from './fast-forward.ts'
import { planOf } from './plan.ts'

const plan = planOf(
  createShape(
    toJsonObject({
      type: 'object',
      properties: {
        title: { type: 'string', 'x-crdt': 'lww_register' },
        color: { type: 'string' },
        done: { type: 'boolean', 'x-crdt': 'flag' },
        both: { 'x-crdt': 'mv_register' },
        stars: { type: 'integer', 'x-crdt': 'counter' },
        tags: { type: 'array', 'x-crdt': 'grow_only_set' },
        journal: { type: 'array', 'x-crdt': 'log_rga' },
        place: { type: 'object', properties: { city: { type: 'string' } } },
      },
    }),
  ),
)
const replay = createReplay({ plan, policies: createPolicies(createSequencesInThread()) })

/** One of three replicas makes a change, or receives everything another one has. Changes arrive at `here`. */
type Step = { who: number; op: Op } | { who: number; from: number }
const ACTORS = ['here', 'b', 'c']

const word = fc.constantFrom('x', 'y', 'z')
const set = (name: string, value: fc.Arbitrary<Json>): fc.Arbitrary<Op> =>
  value.map((given) => ({ op: 'set', path: [name], value: given }))
const simple: fc.Arbitrary<Op> = fc.oneof(
  set('title', word),
  set('title', word),
  set('color', word),
  set('done', fc.boolean()),
  set('both', fc.oneof(word, fc.constantFrom<Json>(1, null, ['x'], { a: 1 }))),
  fc.constantFrom('title', 'done', 'both', 'other').map((name): Op => ({ op: 'remove', path: [name] })),
  fc.integer({ min: -3, max: 3 }).map((by): Op => ({ op: 'add', path: ['stars'], by })),
  word.map((value): Op => ({ op: 'insert', path: ['tags'], values: [value] })),
)
const other: fc.Arbitrary<Op> = fc.oneof(
  fc
    .record({ title: word, both: word, stars: fc.nat(3) }, { requiredKeys: [] })
    .map((object): Op => ({ op: 'create', object })),
  fc.constant<Op>({ op: 'delete', mode: 'soft' }),
  set('stars', fc.constantFrom<Json>(5, 'no number')),
  word.map((value): Op => ({ op: 'set', path: ['place', 'city'], value })),
  word.map((value): Op => ({ op: 'set', path: ['title', 'deeper'], value })),
  word.map((id): Op => ({ op: 'append', path: ['journal'], entries: [{ id }] })),
)
const who = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ who, op: simple }) },
  { weight: 1, arbitrary: fc.record({ who, op: other }) },
  { weight: 8, arbitrary: fc.record({ who, from: who }) },
)

type Seen = Record<string, number>

/**
 * Replicas that only track what they know; changes are delivered in the order they were made, which respects causality.
 */
const createWorld = () => {
  const made: { change: Change; seen: Seen }[] = []
  const known = ACTORS.map((): Seen => ({}))
  const arrived: Change[] = []
  const sights = new Map<string, Seen>()
  const saw = (
    change: Pick<Change, 'actor' | 'seq'>,
    { actor, seq }: { actor: string; seq: number },
  ): boolean =>
    actor === change.actor
      ? seq < change.seq
      : (sights.get(`${change.actor} ${String(change.seq)}`)?.[actor] ?? 0) >= seq

  const write = (n: number, ops: readonly Op[], ms: number): void => {
    const actor = ACTORS[n] ?? ''
    const seen = { ...known[n] }
    const seq = (seen[actor] ?? 0) + 1
    const clock = `${ms.toString(16).padStart(12, '0')}-0000`
    const origin: ChangeOrigin = {
      kind: 'owner',
      via: 'cli',
      ...(seq % 4 === 3 && { reverts: { change: '' } }),
    }
    const hash = Buffer.from(`${actor} ${String(seq)}`)
    const change = { actor, seq, clock, log: 1, ops, origin, hash } as Change
    sights.set(`${actor} ${String(seq)}`, seen)
    made.push({ change, seen })
    known[n] = { ...seen, [actor]: seq }
    if (n === 0) arrived.push(change)
  }

  /** What `n` lacks of `from`'s changes. */
  const take = (n: number, from: number): Change[] => {
    const mine = known[n] ?? {}
    const theirs = known[from] ?? {}
    const news = made.filter(
      ({ change: { actor, seq } }) => seq <= (theirs[actor] ?? 0) && seq > (mine[actor] ?? 0),
    )
    known[n] = Object.fromEntries(
      ACTORS.map((actor) => [actor, Math.max(mine[actor] ?? 0, theirs[actor] ?? 0)]),
    )
    const changes = news.map(({ change }) => change)
    if (n === 0) arrived.push(...changes)
    return changes
  }

  return { arrived, saw, write, take }
}

const earlierOf = (changes: readonly Change[]): EarlierChanges => ({
  count: changes.length,
  changes: changes.toReversed().map((change) => ({
    ...change,
    yields: isRevert(change.origin),
    hash: () => change.hash,
    said: () => change.ops,
  })),
  last: () => new Map(changes.map(({ actor, seq }) => [actor, seq])),
})

const hashOf = ({ hash }: Change | EarlierChange): Buffer => (typeof hash === 'function' ? hash() : hash)

describe('merging on top of an object’s current state', () => {
  it('gives what replaying all of its changes gives', () => {
    let forwarded = 0
    const play = (steps: readonly Step[], clocks: readonly number[]): void => {
      const world = createWorld()
      const replayed = (changes: readonly Change[]) =>
        replay(
          changes.map((change) => ({
            write: { stamp: stampOf(change), saw: (seen) => world.saw(change, seen) },
            ops: change.ops,
          })),
        )
      world.write(0, [{ op: 'create', object: { title: 'first', both: 1, stars: 1, tags: ['a'] } }], 5)
      world.take(1, 0)
      world.take(2, 0)
      let merges = 0
      steps.forEach((one, n) => {
        if ('op' in one) {
          world.write(one.who, [one.op], clocks[n] ?? n)
          return
        }
        const before = [...world.arrived]
        const fresh = world.take(one.who, one.from)
        if (one.who !== 0 || fresh.length === 0) return
        const standing = replayed(before)
        if (standing.object === null || standing.deleted) return
        const { object, conflicts } = standing
        const merged = fastForward({ plan, saw: world.saw }, { object, conflicts }, fresh, earlierOf(before))
        if (merged === null) return
        merges += 1
        const all = [...before, ...fresh]
        expect({ object: merged.object, conflicts: merged.conflicts, deleted: false }).toEqual(replayed(all))
        const heads = all.filter((head) => !all.some((later) => world.saw(later, head)))
        expect(hashOf(merged.last)).toEqual(heads.toSorted(compareStamps).at(-1)?.hash)
      })
      forwarded += Math.min(merges, 1)
    }
    const steps = fc.array(step, { minLength: 3, maxLength: 40 })
    fc.assert(fc.property(steps, fc.array(fc.nat(20), { minLength: 40, maxLength: 40 }), play), {
      numRuns: effort(400, 2000),
    })
    expect(forwarded).toBeGreaterThan(effort(100, 500))
  })

  it('settles concurrent values by a write that saw them', () => {
    const world = createWorld()
    const both = (value: string): readonly Op[] => [{ op: 'set', path: ['both'], value }]
    world.write(0, [{ op: 'create', object: {} }], 0)
    world.take(1, 0)
    world.write(0, both('x'), 1)
    world.write(1, both('y'), 2)
    const deps = { plan, saw: world.saw }
    const before = [...world.arrived]
    const standing = { object: { both: 'x' }, conflicts: null }
    const merged = fastForward(deps, standing, world.take(0, 1), earlierOf(before))
    expect(merged).toMatchObject({ object: { both: 'y' }, conflicts: { '/both': ['x', 'y'] } })
    world.take(2, 0)
    world.write(2, both('z'), 0)
    const later = [...world.arrived]
    const settled = fastForward(
      deps,
      { object: { both: 'y' }, conflicts: merged?.conflicts ?? null },
      world.take(0, 2),
      earlierOf(later),
    )
    expect(settled).toMatchObject({ object: { both: 'z' } })
    expect(settled?.conflicts).toEqual({})
  })

  it('reads no more of the log than it needs', () => {
    const world = createWorld()
    world.write(0, [{ op: 'create', object: { title: 'first' } }], 0)
    world.take(1, 0)
    for (let n = 1; n <= 1000; n++) world.write(0, [{ op: 'set', path: ['title'], value: String(n) }], n)
    const before = [...world.arrived]
    world.write(1, [{ op: 'set', path: ['title'], value: 'b' }], 2000)
    let said = 0
    const earlier = earlierOf(before)
    const changes = [...earlier.changes].map((change) => ({
      ...change,
      said: () => {
        said += 1
        return change.said()
      },
    }))
    const fresh = world.take(0, 1)
    const merged = fastForward(
      { plan, saw: world.saw },
      { object: { title: '1000' }, conflicts: null },
      fresh,
      { ...earlier, changes },
    )
    expect(merged?.object).toEqual({ title: 'b' })
    expect(said).toBeLessThan(10)
  })

  it('leaves to replaying what an object of several logs is, and what a rule needs its whole log for', () => {
    const world = createWorld()
    world.write(0, [{ op: 'create', object: { title: 'first' } }], 0)
    const before = [...world.arrived]
    const standing = { object: { title: 'first' }, conflicts: null }
    const merge = (op: Op, log = 1) => {
      world.take(1, 0)
      world.write(1, [op], 9)
      const fresh = world.take(0, 1).map((change) => ({ ...change, log }))
      return fastForward({ plan, saw: world.saw }, standing, fresh, earlierOf(before))
    }
    expect(merge({ op: 'set', path: ['title'], value: 'x' }, 2)).toBeNull()
    expect(merge({ op: 'delete', mode: 'soft' })).toBeNull()
    expect(merge({ op: 'create', object: {} })).toBeNull()
    expect(merge({ op: 'append', path: ['journal'], entries: [{ id: '1' }] })).toBeNull()
    expect(merge({ op: 'set', path: ['place', 'city'], value: 'x' })).toBeNull()
    expect(merge({ op: 'set', path: ['stars'], value: 3 })).toBeNull()
    expect(merge({ op: 'add', path: ['stars'], by: 2 ** 53 - 1 })?.object).toMatchObject({
      stars: 2 ** 53 - 1,
    })
    expect(merge({ op: 'set', path: [], value: {} })).toBeNull()
  })
})
