import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import { NOTE, noteAccess } from '../testing.ts'
import { readSeenName } from '../base/names.ts'
import { decodeCbor } from '../log/cbor.ts'
import { openReplicas, type Replica } from './replicas.testing.ts'
import type { IncomingChange, LogKey, VersionVector } from '../log/types.ts'

/** Replicas are shared by all runs: each run uses its own objects, on top of what earlier runs left. */
let replicas: Replica[] = []
let run = 0
beforeAll(() => {
  replicas = openReplicas(3)
})
afterAll(() => {
  for (const replica of replicas) replica.close()
})

const DAY = 86_400_000

type Step =
  | { do: 'write'; replica: number; object: number; patch: object }
  | { do: 'create'; replica: number; object: number; title: string }
  | { do: 'delete'; replica: number; object: number; mode: 'soft' | 'hard' }
  | { do: 'send'; from: number; to: number; order: number; drop: number }
  | { do: 'tick'; replica: number; ms: number }
  | { do: 'restart'; replica: number }

const replica = fc.nat(2)
const object = fc.nat(1)
const word = fc.constantFrom('a', 'b', 'c', 'long text of words', 'other text')
const patch: fc.Arbitrary<object> = fc.oneof(
  fc.record({ $set: fc.record({ title: word }) }),
  fc.record({ $set: fc.record({ body: word }) }),
  fc.record({ $set: fc.record({ rating: fc.option(fc.integer({ min: 0, max: 3 })), done: fc.boolean() }) }),
  fc.record({ $set: fc.record({ 'place.city': word }) }),
  fc.record({ $set: fc.record({ 'place.zip': word, extra: fc.constantFrom(1, 'x', { deep: [1] }) }) }),
  fc.constant({ $unset: ['place', 'body'] }),
  fc.record({ $inc: fc.record({ stars: fc.integer({ min: -3, max: 3 }) }) }),
  fc.record({ $addToSet: fc.record({ tags: word }) }),
  fc.record({ $push: fc.record({ parts: fc.record({ name: word, n: fc.nat(3) }) }) }),
  fc.record({ $push: fc.record({ journal: fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5') }) }) }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), replica, object, patch }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), replica, object, title: word }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      replica,
      object,
      mode: fc.constantFrom('soft' as const, 'soft' as const, 'hard' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      from: replica,
      to: replica,
      order: fc.nat(),
      drop: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      replica,
      ms: fc.constantFrom(1, 1000, -5000, 400_000, DAY, -DAY, 400 * DAY, -400 * DAY, 3000 * DAY, -3000 * DAY),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), replica }) },
)

/** Expected if two devices make incompatible changes. */
const REFUSED = new Set(['not_found', 'validation_failed', 'crdt_violation'])

const attempt = (work: () => unknown): void => {
  try {
    work()
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || !REFUSED.has(thrown.code)) throw thrown
  }
}

const play = (steps: readonly Step[]): void => {
  run += 1
  const ids = [0, 1].map((n) => `00000000-0000-7000-8000-${String(run * 2 + n).padStart(12, '0')}`)
  const at = (n: number): Replica => {
    const found = replicas[n]
    if (found === undefined) throw new Error('no replica')
    return found
  }
  const idOf = (n: number): string => ids[n] ?? ''
  at(0).create({ id: idOf(0), title: 'first', body: 'one two three', parts: [{ name: 'p', n: 0 }] })
  for (const one of steps)
    switch (one.do) {
      case 'write':
        attempt(() => {
          at(one.replica).update(idOf(one.object), one.patch)
        })
        break
      case 'create':
        attempt(() => at(one.replica).create({ id: idOf(one.object), title: one.title, tags: [one.title] }))
        break
      case 'delete':
        attempt(() =>
          at(one.replica).state.delete(noteAccess, { schemaUri: NOTE, id: idOf(one.object), mode: one.mode }),
        )
        break
      case 'send': {
        const sent = shuffled(newFor(at(one.from), at(one.to)), one.order, one.drop)
        at(one.to).integrate(sent)
        noneLost(at(one.to), sent)
        noneStuck(at(one.to))
        break
      }
      case 'tick':
        at(one.replica).tick(one.ms)
        break
      case 'restart':
        at(one.replica).restart()
    }
  for (const from of replicas) for (const to of replicas) to.integrate(newFor(from, to))
  for (const from of replicas) for (const to of replicas) to.integrate(newFor(from, to))
}

/** What `to` lacks, and some of what it has. */
const newFor = (from: Replica, to: Replica): IncomingChange[] => {
  const logs = from.engine.db.prepare('SELECT id FROM state_logs').pluck().all() as number[]
  return logs.flatMap((log) => {
    const there = to.engine.log.find(from.engine.log.keyOf(log))
    const vector = there === null ? {} : to.engine.log.versionVector(there)
    const known = Object.fromEntries(
      Object.entries(vector).map(([actor, seq]) => [actor, Math.max(0, seq - 1)]),
    )
    return [...from.engine.log.outgoing(log, known)]
  })
}

const shuffled = (changes: readonly IncomingChange[], order: number, drop: number): IncomingChange[] => {
  let seed = order
  const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 0x7fff_ffff)
  const mixed = changes.map((change) => ({ change, at: next() })).sort((a, b) => a.at - b.at)
  return mixed.filter((_, n) => drop === 0 || (n + drop) % 4 !== 0).map(({ change }) => change)
}

const headsOf = ({ engine }: Replica, key: LogKey): VersionVector => {
  const log = engine.log.find(key)
  return log === null ? {} : engine.log.versionVector(log)
}

const headOf = (heads: VersionVector, seen: string): number => heads[readSeenName(seen).actor] ?? 0

/** What arrived too early is waiting. */
const noneLost = (replica: Replica, sent: readonly IncomingChange[]): void => {
  const pending = replica.engine.db.prepare('SELECT count(*) FROM pending_changes WHERE hash = ?').pluck()
  for (const { space, scope, actor, seq, hash } of sent) {
    const isHere = seq <= (headsOf(replica, { owner: space, scope })[actor] ?? 0)
    expect(pending.get(hash)).toBe(isHere ? 0 : 1)
  }
}

/** Nothing deliverable is waiting. */
const noneStuck = (replica: Replica): void => {
  const bodies = replica.engine.db.prepare('SELECT body FROM pending_changes').pluck().all() as Buffer[]
  for (const body of bodies) {
    const { space, scope, actor, seq, seen } = decodeCbor(body) as IncomingChange
    const heads = headsOf(replica, { owner: space, scope })
    const isNext = seq === (heads[actor] ?? 0) + 1
    const hasSeen = Object.entries(seen).every(([other, last]) => headOf(heads, other) >= last)
    expect(isNext && hasSeen).toBe(false)
  }
}

/** Each change follows its replica's previous one, and everything its writer had seen; no clock comes twice. */
const inOrder = ({ engine }: Replica): void => {
  for (const log of engine.db.prepare('SELECT id FROM state_logs').pluck().all() as number[]) {
    const heads: Record<string, number> = {}
    const stamps = new Set<string>()
    for (const { actor, seq, clock, seen } of engine.log.since(log, 0, 1_000_000)) {
      expect(stamps).not.toContain(`${actor} ${clock}`)
      stamps.add(`${actor} ${clock}`)
      expect(seq).toBe((heads[actor] ?? 0) + 1)
      for (const [other, last] of Object.entries(seen)) expect(headOf(heads, other)).not.toBeLessThan(last)
      heads[actor] = seq
    }
  }
}

it(
  'three replicas end the same, whatever they write and however changes reach them',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        play(steps)
        const [a, b, c] = replicas.map((one) => one.dump())
        expect(b).toEqual(a)
        expect(c).toEqual(a)
      }),
      { numRuns: effort(15, 60), endOnFailure: true },
    )
    for (const one of replicas) {
      inOrder(one)
      expect(one.check().differences).toEqual([])
      expect(one.engine.db.prepare('SELECT count(*) FROM pending_changes').pluck().get()).toBe(0)
      const before = one.dump()
      expect(one.engine.views.rebuild().ok).toBe(true)
      expect(one.dump()).toEqual(before)
    }
  },
)
