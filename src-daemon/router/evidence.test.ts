import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainRouter } from '../testing/router.ts'
import { type SlowLearner } from './index.ts'
import { scoreOf } from './scoring.ts'
import type { RouteDecision } from '../contract/router.ts'
import { routerOver, note, tasks, packagesOf } from './testing/router-over.ts'

describe('what was put right', () => {
  const corrected = (name: string, text: string) => ({
    of: (wanted: string) => (wanted === name ? [text] : []),
    onChange: () => () => undefined,
  })

  it('decides for the same message, over triggers and the top of the stack', async () => {
    const packages = [note, tasks]
    const router = plainRouter(packagesOf(packages), {
      corrections: corrected('tasks', 'Add note: call Ann!'),
    })
    const input = { text: 'add note call Ann', activeCapability: null, explicit: null }
    const decision = await router.route(input)
    expect(decision).toMatchObject({ capability: 'tasks', reason: 'trigger' })
    expect(decision.candidates[0]?.signals?.[0]).toMatchObject({ kind: 'correction', score: 1 })
    expect(await router.route({ ...input, activeCapability: 'note' })).toMatchObject({ capability: 'tasks' })
    expect(await router.route({ ...input, text: 'add note about bread' })).toMatchObject({
      capability: 'note',
    })
  })
})

describe('a model that knows likeness', () => {
  const answering = (answer: Awaited<ReturnType<SlowLearner['likeness']>>) =>
    plainRouter(packagesOf([note, tasks]), {
      embedding: { likeness: () => Promise.resolve(answer) },
    })
  const ask = { text: 'jot something down for later', activeCapability: null, explicit: null }

  it('is one more reason, on the same scale', async () => {
    const scores = [{ name: 'note', score: 0.95, matched: 'write down that' }]
    const decision = await answering({ state: 'used', scores, threshold: 0.6 }).route(ask)
    const before = await answering({ state: 'none', scores: [], threshold: 0.6 }).route(ask)
    const scoreOf = ({ candidates }: RouteDecision) =>
      candidates.find(({ name }) => name === 'note')?.score ?? 0
    expect(scoreOf(decision)).toBeGreaterThan(scoreOf(before))
    expect(decision.measure?.embedding).toBe('used')
    expect(decision.candidates[0]?.signals).toContainEqual(
      expect.objectContaining({ kind: 'embedding', matched: 'embedding "write down that"' }),
    )
  })

  it('is enough alone for a message of which no word is known, and not where words could have said so, too', async () => {
    const scores = [{ name: 'note', score: 0.65, matched: 'write down that' }]
    const router = answering({ state: 'used', scores, threshold: 0.6 })
    expect(await router.route({ ...ask, text: 'запиши это на потом' })).toMatchObject({ capability: 'note' })
    expect(await router.route({ ...ask, text: 'task' })).not.toMatchObject({ capability: 'note' })
  })

  it.each(['late', 'failed', 'none'] as const)(
    'changes nothing when it is %s, and the decision says so',
    async (state) => {
      const scores = [{ name: 'note', score: 1, matched: '' }]
      const { measure, ...decision } = await answering({ state, scores, threshold: 0.6 }).route(ask)
      const { measure: without, ...plain } = await routerOver(note, tasks).to(ask.text)
      expect(decision).toEqual(plain)
      expect([measure?.embedding, without?.embedding]).toEqual([state, 'none'])
    },
  )
})

describe('scores', () => {
  const evidence = fc.record({
    triggers: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    words: fc.double({ min: 0, max: 1, noNaN: true }),
    embedding: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const scored = (
    { triggers, words, embedding }: { triggers: number[]; words: number; embedding: number },
    both: boolean,
  ) =>
    scoreOf(
      {
        triggers: triggers.map((score) => ({
          kind: 'regex',
          score,
          matched: '',
          match: { start: 0, end: 1, captures: [] },
        })),
        said: null,
        words: { name: 'a', score: words, matched: '' },
        embedding: { name: 'a', score: embedding, matched: '' },
      },
      { words: true, embedding: both },
    )

  it('stay from 0 to 1 and grow with every piece of evidence', () => {
    fc.assert(
      fc.property(
        evidence,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (one, which, more, both) => {
          const before = scored(one, both)
          expect(before >= 0 && before <= 1).toBe(true)
          const raised = (value: number) => Math.max(value, more)
          const grown = [
            { ...one, triggers: [...one.triggers, more] },
            { ...one, triggers: one.triggers.map(raised) },
            { ...one, words: raised(one.words) },
            { ...one, embedding: raised(one.embedding) },
          ][which % 4]
          if (grown !== undefined) expect(scored(grown, both)).toBeGreaterThanOrEqual(before)
        },
      ),
    )
  })

  it('say everything that spoke for a capability, and where in the message it stands', async () => {
    const [best] = (await routerOver(note, tasks).to('Please add note about milk')).candidates
    expect(best?.signals?.[0]).toMatchObject({
      kind: 'regex',
      matched: 'regex "add note about"',
      start: 7,
      end: 21,
    })
  })
})
