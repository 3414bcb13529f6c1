import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import type { JsonObject } from '../../base/json.ts'
import { planOf } from '../../merge/plan.ts'
import type { Plan } from '../../merge/plan.ts'
import { effectiveSchema } from '../../schema/effective.ts'
import { createShape } from '../../schema/shape.ts'
import type { Sequences } from '../../sequences/types.ts'
import { oracle } from './oracle.ts'
import { createRandom, type Random } from './random.ts'
import { regressions } from './regressions.ts'
import { createReplica, readsSame, type Replica, type ReplicaChange } from './replicas.ts'

/** The subject of the tests: a schema, and what users do to an object of it. */
export interface PolicySubject {
  /** Its name among the regressions. */
  readonly policy: string
  readonly schema: JsonObject
  /** A new object; `id` is added. */
  readonly first: (random: Random) => JsonObject
  /** The object after an edit, which may be `object` itself, changed. */
  readonly edit: (object: JsonObject, random: Random) => JsonObject
  readonly sequences: Pick<Sequences, 'read' | 'edit'>
  /** Whether a replica's change of this number is a revert; by default, none is. */
  readonly yields?: (seq: number) => boolean
}

export const CASES = effort(150, 1000)
const STEPS = { minLength: 6, maxLength: 20, size: 'max' } as const
const ACTORS = ['a', 'b', 'c']
/** One device's clock may be right, behind, or so far ahead that it isn't followed. */
const SKEWS = [0, -1000, 100, 100_000]

/**
 * The merge rules as a test suite (asm.md 2) for any schema: three replicas create, edit, delete and restore one
 * object, alone and together; changes arrive in any causal order, twice, late, or not at all for a while; views are
 * dropped. In the end all are byte-equal, and equal to the oracle's result. Call it inside a `describe`.
 */
export const runPolicyAcceptance = (subject: PolicySubject, cases = CASES): void => {
  const plan = planOf(createShape(effectiveSchema(subject.schema)))
  const run = (steps: readonly number[]): void => {
    runCase(subject, plan, steps)
  }
  const property = fc.property(fc.array(fc.nat(), STEPS), run)

  it.each(regressions.filter(({ policy }) => policy === subject.policy))(
    'holds where it once failed: seed $seed, path $path',
    ({ seed, path }) => {
      fc.assert(property, { seed, path, numRuns: 1 })
    },
  )

  it(`ends equal on all replicas, and as the oracle says (${String(cases)} cases)`, () => {
    fc.assert(property, { numRuns: cases })
  }, 60_000)
}

const runCase = (subject: PolicySubject, plan: Plan, steps: readonly number[]): void => {
  const { sequences, yields = () => false } = subject
  const random = createRandom(steps.length)
  let time = 1000
  const skews = ACTORS.map((_actor, n) => SKEWS[(steps[n] ?? 0) % 7] ?? 0)
  const replicas = ACTORS.map((actor, n) =>
    createReplica({ plan, sequences, actor, yields, now: () => time + (skews[n] ?? 0) }),
  )
  const apart = new Set<Replica>()

  const step = (replica: Replica): void => {
    const { object, deleted } = replica.view()
    switch (random.below(16)) {
      case 0:
        if (object !== null && !deleted) replica.append([{ op: 'delete', mode: 'soft' }])
        return
      case 1:
        if (object !== null && random.below(8) === 0) replica.append([{ op: 'delete', mode: 'hard' }])
        return
      case 2:
        restart(replica)
        return
      case 3:
        if (!apart.delete(replica) && random.below(2) === 0) apart.add(replica)
        return
      case 4:
      case 5:
      case 6:
      case 7:
        for (const other of replicas) if (other !== replica) exchange(other, replica)
        return
      default:
        replica.edit((now) =>
          now === null ? { id: 'x', ...subject.first(random) } : subject.edit(now, random),
        )
    }
  }

  const exchange = (from: Replica, to: Replica): void => {
    if (apart.has(from) === apart.has(to)) deliver(random, from.log, to, true)
  }

  for (const number of steps) {
    time += random.below(3) * 50
    random.reseed(number)
    step(random.pick(replicas))
  }
  for (const replica of replicas) restart(replica)
  const all = unionOf(replicas)
  for (const replica of replicas) deliver(random, all, replica, false)
  const [first = '', ...others] = replicas.map((replica) => canonicalize(replica.view()) ?? '')
  for (const other of others) expect(other).toBe(first)
  expect(first).toBe(canonicalize(oracle(plan, sequences, all)))
}

/** The view after local edits equals the one computed from the log. */
const restart = (replica: Replica): void => {
  const [before, after] = replica.restart()
  if (!readsSame(before, after)) expect(after).toEqual(before)
}

/** Offers changes in random order, some twice; each is offered again until accepted, unless some are `lost`. */
const deliver = (random: Random, changes: readonly ReplicaChange[], to: Replica, lost: boolean): void => {
  const waiting = changes.filter(() => !lost || random.below(6) > 0)
  for (let tries = 0; waiting.length > 0 && tries < 1000; tries += 1) {
    const at = random.below(waiting.length)
    const change = waiting[at]
    if (change === undefined) break
    if (to.receive(change)) {
      if (random.below(8) > 0) waiting.splice(at, 1)
    } else if (lost && random.below(3) === 0) waiting.splice(at, 1)
  }
}

const unionOf = (replicas: readonly Replica[]): ReplicaChange[] => [
  ...new Map(replicas.flatMap(({ log }) => log.map((change) => [keyOf(change), change]))).values(),
]

const keyOf = ({ stamp }: ReplicaChange): string => `${stamp.actor} ${String(stamp.seq)}`
