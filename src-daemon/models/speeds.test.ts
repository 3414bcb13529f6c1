import { expect, it } from 'vitest'
import { collect, requestOf } from './core/language-model.acceptance.ts'
import type { LanguageModel } from './core/types.ts'
import { createPlanner } from './planner/index.ts'
import { createSpeeds } from './speeds.ts'

it('times an answer from its first word, and forgets short ones', async () => {
  let at = 0
  const answering = (outputTokens: number): LanguageModel => ({
    info: createPlanner({ now: () => new Date() }).info,
    async *chat() {
      at += 5000
      yield { type: 'text', delta: 'a' }
      at += 2000
      yield { type: 'usage', reported: true, promptTokens: 1, outputTokens, truncated: false }
      await Promise.resolve()
    },
  })
  const speeds = createSpeeds(() => at)
  await collect(speeds.watch(answering(2)).chat(requestOf('hello')))
  expect(speeds.of('planner')).toBeNull()
  await collect(speeds.watch(answering(100)).chat(requestOf('hello')))
  expect(speeds.of('planner')).toBe(50)
})
