import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../contract/settings.ts'
import type { ModelChunk } from '../models/types.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  partsOf,
  say,
  scriptedModel,
  type Script,
} from '../testing/chat.ts'
import { createTurnBudget } from './core/turn-budget.ts'

let home: ReturnType<typeof makeHome>
let opened: ReturnType<typeof openChat>[]
beforeEach(() => {
  home = makeHome()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  home.remove()
})

const start = (script: Script, settings: Partial<Settings> = {}) => {
  const model = scriptedModel(script, { provider: 'openai:lab', contextWindow: 8192 })
  const one = openChat({ path: home.path, model, packages: [note], settings })
  opened.push(one)
  return { ...one, model }
}
const usage = (promptTokens: number, outputTokens = 1): ModelChunk => ({
  type: 'usage',
  reported: true,
  promptTokens,
  outputTokens,
  truncated: false,
})
/** A step that reads something else each time, and the last answer where no tools are left. */
const step =
  (tokens: number): Script =>
  (request, at) =>
    request.tools.length === 0
      ? [say('This is what I have.'), usage(10)]
      : [callTool('state__query', { query: { limit: at + 1 } }), usage(tokens)]

describe('a turn that has used its tokens', () => {
  it('says so, and gives a last answer without tools', async () => {
    const { ask, model } = start(step(150_000), { turnTokens: 400_000 })
    const { answer } = await ask('note milk')
    expect(model.requests).toHaveLength(4)
    expect(model.requests.at(-1)?.tools).toEqual([])
    // Templates without tools refuse their messages.
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).not.toContain('tool')
    expect(partsOf(answer, 'notice')[0]).toMatchObject({
      limit: 'tokens',
      text: expect.stringMatching(/450003 tokens.*continue/) as unknown,
    })
    expect(partsOf(answer, 'text')[0]?.text).toBe('This is what I have.')
    expect(answer.context?.budget).toMatchObject({ steps: 3, tokens: { used: 450_003, limit: 400_000 } })
    expect(answer.status).toBe('complete')
  })

  it('ends all the same where the last answer fails', async () => {
    const { ask } = start(
      (request) => {
        if (request.tools.length === 0) throw new Error('no')
        return [callTool('state__query', { query: { limit: 1 } }), usage(500_000)]
      },
      { turnTokens: 400_000 },
    )
    const { answer } = await ask('note milk')
    expect(answer.status).toBe('complete')
    expect(partsOf(answer, 'notice')[0]?.limit).toBe('tokens')
  })

  it('goes on for as much again if it was extended meanwhile', async () => {
    const { chat, answerOf, model } = start(
      (request, at, ...rest) => {
        if (at === 1) extended.push(chat.extend(turnId()))
        return step(150_000)(request, at, ...rest)
      },
      { turnTokens: 400_000 },
    )
    const extended: unknown[] = []
    const sent = chat.send({ text: 'note milk' })
    const turnId = () => sent.turnId
    await chat.finished(sent.turnId)
    expect(extended).toMatchObject([{ steps: 1, tokens: { used: 150_001, limit: 800_000 } }])
    expect(model.requests).toHaveLength(7)
    expect(answerOf(sent.conversationId).context?.budget?.tokens.limit).toBe(800_000)
    // It has ended.
    expect(chat.extend(sent.turnId)).toBeNull()
    expect(chat.extendIn()).toEqual([])
  })
})

it('goes on for 20 steps and more as long as it learns something', async () => {
  const { ask, model } = start((_, at) =>
    at < 20 ? [callTool('state__query', { query: { limit: at + 1 } }), usage(1000)] : [say('Done.')],
  )
  const { answer } = await ask('note milk')
  expect(model.requests).toHaveLength(21)
  expect(partsOf(answer, 'text')[0]?.text).toBe('Done.')
  expect(partsOf(answer, 'notice')).toEqual([])
})

describe('a call as text that is none', () => {
  it.each([
    ['of a tool that there is not', '{"name": "send_mail", "arguments": {"to": "Ann"}}'],
    ['that breaks off', '{"name": "state__create", "arguments": {"object": {"title": "Mi'],
    ['between marks', '<tool_call>\n{"name": "send_mail", "arguments": {}}\n</tool_call>'],
  ])('%s: it is said that nothing was done', async (_what, text) => {
    const { ask, created } = start(() => [say(text)])
    const { answer } = await ask('note milk')
    expect(created).toEqual([])
    expect(partsOf(answer, 'notice')[0]?.text).toContain('nothing was done')
  })

  it('is not said of an answer that speaks of calls', async () => {
    const { ask } = start(() => [
      say('A call is JSON:\n\n```json\n{"name": "x", "arguments": {}}\n```\n\nThat is all.'),
    ])
    const { answer } = await ask('what is a call?')
    expect(partsOf(answer, 'notice')).toEqual([])
  })
})

describe('the time of a turn', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve('stopped')
      })
    })

  it('ends an answer that takes all there is', async () => {
    const budget = createTurnBudget(new AbortController().signal, { tokens: 1, ms: 20 })
    expect([await budget.run(untilAborted), budget.usedUp()]).toEqual(['stopped', 'time'])
    const stopped = new AbortController()
    const other = createTurnBudget(stopped.signal, { tokens: 1, ms: 60_000 })
    const ended = other.run(untilAborted)
    stopped.abort()
    await ended
    expect(other.usedUp()).toBeNull()
  })

  it('is as much again once it is extended, also in the middle of an answer', async () => {
    const budget = createTurnBudget(new AbortController().signal, { tokens: 10, ms: 30_000 })
    const signals: AbortSignal[] = []
    await budget.run(async (signal) => {
      signals.push(signal)
      budget.extend()
      await Promise.resolve()
    })
    expect(signals[0]?.aborted).toBe(false)
    expect(budget.view()).toMatchObject({ tokens: { used: 0, limit: 20 }, ms: { limit: 60_000 } })
    budget.count(15)
    expect(budget.usedUp()).toBeNull()
    budget.count(5)
    expect(budget.usedUp()).toBe('tokens')
    budget.extend()
    expect(budget.usedUp()).toBeNull()
  })
})
