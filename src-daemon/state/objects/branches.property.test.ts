import fc from 'fast-check'
import { expect, it } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { SatchelError } from '../../platform/errors.ts'
import { NOTE, noteAccess } from '../testing.ts'
import { type Replica } from './replicas.testing.ts'
import { send, same, exchange, sendAll, hashesOf, useBranching } from './testing/branching.ts'

const { one, copyOf, replicas, opened } = useBranching()

type Step =
  | { do: 'write'; replica: number; object: number; patch: object }
  | { do: 'create'; replica: number; object: number; title: string }
  | { do: 'delete'; replica: number; object: number; mode: 'soft' | 'hard' }
  | { do: 'send'; from: number; to: number; all: boolean }
  | { do: 'copy'; from: number; to: number }
  | { do: 'tick'; replica: number; ms: number }
  | { do: 'restart'; replica: number }

const replica = fc.nat(2)
const object = fc.nat(1)
const AHEAD_MS = 91 * 86_400_000
const word = fc.constantFrom('a', 'b', 'long text of words', 'other text')
const patch: fc.Arbitrary<object> = fc.oneof(
  fc.record({ $set: fc.record({ title: word }) }),
  fc.record({ $set: fc.record({ body: word }) }),
  fc.record({ $set: fc.record({ done: fc.boolean(), 'place.city': word }) }),
  fc.constant({ $unset: ['place', 'body'] }),
  fc.record({ $inc: fc.record({ stars: fc.integer({ min: -3, max: 3 }) }) }),
  fc.record({ $addToSet: fc.record({ tags: word }) }),
  fc.record({ $push: fc.record({ parts: fc.record({ name: word, n: fc.nat(3) }) }) }),
  fc.record({ $push: fc.record({ journal: fc.record({ id: fc.constantFrom('1', '2', '3') }) }) }),
)
const mode = fc.constantFrom('soft' as const, 'soft' as const, 'hard' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ do: fc.constant('write' as const), replica, object, patch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), replica, object, title: word }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), replica, object, mode }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('send' as const), from: replica, to: replica, all: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('copy' as const), from: replica, to: replica }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      replica,
      // A clock that is ahead, and put right: what was taken back follows the branches.
      ms: fc.constantFrom(1, 1000, -5000, 86_400_000, AHEAD_MS, -AHEAD_MS),
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

const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const idOf = (n: number): string => ids[n] ?? ''

/** Plays on three places; one that is copied over another goes on beside it, as the other's data is not lost. */
const play = (steps: readonly Step[]): readonly Replica[] => {
  const places = replicas(3)
  const all = [...places]
  const at = (n: number): Replica => {
    const found = places[n]
    if (found === undefined) throw new Error('no replica')
    return found
  }
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
      case 'send':
        if (one.from === one.to) break
        if (one.all) sendAll(at(one.from), at(one.to))
        else send(at(one.from), at(one.to))
        break
      case 'copy': {
        if (all.length > 6) break
        const copy = copyOf(at(one.from))
        places[one.to] = copy
        all.push(copy)
        break
      }
      case 'tick':
        at(one.replica).tick(one.ms)
        break
      case 'restart':
        at(one.replica).restart()
    }
  return all
}

it(
  'replicas end the same, however often they are copied, whatever they write and send, and whatever their clocks say',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const all = play(steps)
        const written = new Set(all.flatMap(hashesOf))
        exchange(...all)
        expect(hashesOf(all[0] ?? one())).toEqual([...written].sort())
        same(...all)
        for (const replica of all) {
          replica.close()
          opened.delete(replica)
        }
      }),
      { numRuns: effort(5, 60), endOnFailure: true },
    )
  },
)
