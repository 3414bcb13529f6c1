import { expect, it } from 'vitest'
import type { LanguageModel } from '../models/types.ts'
import { say, scriptedModel } from '../testing/chat.ts'
import { createSampler } from './sampling.ts'

const request = {
  system: 'Be brief.',
  messages: [{ role: 'user' as const, text: 'How are you?' }],
  maxTokens: 5,
}
const never = new AbortController().signal
const samplerWith = (model: LanguageModel, asked: (string | undefined)[] = []) =>
  createSampler({
    models: {
      resolve: (preferred) => {
        asked.push(preferred)
        return Promise.resolve(model)
      },
    },
    chat: { conversation: () => ({ model: 'ollama:own' }) as never },
    settings: { get: () => ({ language: 'en' }) as never },
  })

it('sends the conversation’s model only the server’s request, without tools, within the limit', async () => {
  const model = scriptedModel(() => [
    say('I am fine, '),
    say('and so is everybody else here, '),
    say('thanks'),
  ])
  const asked: (string | undefined)[] = []
  const sample = samplerWith(model, asked)
  const answer = await sample(request, { conversationId: 'c', signal: never })
  expect(answer).toEqual({
    model: model.info.name,
    text: 'I am fine, and so is everybody else here, ',
    cut: true,
  })
  expect(model.requests).toMatchObject([
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'How are you?' },
      ],
      tools: [],
    },
  ])
  await sample({ ...request, maxTokens: 100 }, { conversationId: null, signal: never })
  expect(asked).toEqual(['ollama:own', undefined])
})

it('asks no planner, and drops an answer that is no longer awaited', async () => {
  const model = scriptedModel(() => [say('x')])
  const planner = { ...model, info: { ...model.info, provider: 'planner' } }
  await expect(samplerWith(planner)(request, { conversationId: null, signal: never })).rejects.toThrow(
    'sampling_no_model',
  )
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(samplerWith(model)(request, { conversationId: null, signal: stopped })).rejects.toThrow(
    'stopped',
  )
})
