import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptInput } from '../../e2e/ollama-server/script.ts'
import { startOllamaServer, type OllamaServer } from '../../e2e/ollama-server/server.ts'
import { makeHome, openChat, partsOf } from '../testing/chat.ts'
import { openModels } from '../testing/models.ts'

type Turns = ScriptInput['turns']

let home: ReturnType<typeof makeHome>
let ending: (() => Promise<void>)[]
beforeEach(() => {
  home = makeHome()
  ending = []
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  home.remove()
})

/** The turn loop over the real adapter and a server that fails as it is told. */
const start = async (turns: Turns, model = 'ollama:qwen3:8b', betweenMs = 60_000) => {
  const ollama: OllamaServer = await startOllamaServer({ script: { about: 'a test', turns } })
  ending.push(() => ollama.close())
  const models = openModels(
    { model, ollamaUrl: ollama.url },
    { idleTimeout: { firstByteMs: 60_000, betweenMs } },
  )
  ending.push(() => models.close())
  const one = openChat({ path: home.path, model: await models.models.resolve() })
  ending.push(() => one.close())
  return { ...one, ollama }
}

const call = (name: string, args: Record<string, Record<string, string>> | string) => ({
  tool_calls: [{ function: { name, arguments: args } }],
})
const milk = { object: { title: 'Milk', body: 'buy milk' } }
describe('a model server that', () => {
  it('knows no tools still saves the note, by constrained output', async () => {
    const content = JSON.stringify({ tool: 'state__create', arguments: milk })
    const { ask, created, ollama } = await start(
      [
        { when: { user: 'note milk' }, reply: { chunks: [{ content }] } },
        { when: {}, reply: { chunks: [{ content: JSON.stringify({ answer: 'Saved.' }) }] } },
      ],
      'ollama:gemma3:1b',
    )
    const { answer } = await ask('note milk')
    expect(ollama.chats()[0]?.tools ?? []).toEqual([])
    expect(ollama.chats()[0]?.format).toBeTypeOf('object')
    expect(created).toHaveLength(1)
    expect(answer.status).toBe('complete')
  })

  it('calls a wrong tool gets the list of tools, and continues', async () => {
    const { ask, created, ollama } = await start([
      { when: { toolResults: false }, reply: { chunks: [call('delete_everything', {})] } },
      { when: { toolResults: true }, reply: { chunks: [{ content: 'I cannot do that.' }] } },
    ])
    const { answer } = await ask('note milk')
    expect(created).toEqual([])
    expect(answer.status).toBe('complete')
    expect(JSON.stringify(ollama.chats()[1]?.messages)).toContain('state__create')
  })

  it('loops is ended, and did the thing once', async () => {
    const { ask, created } = await start([{ when: {}, reply: { chunks: [call('state__create', milk)] } }])
    const { answer } = await ask('note milk')
    expect(created).toHaveLength(1)
    expect(answer.status).toBe('complete')
    expect(partsOf(answer, 'notice')).toHaveLength(1)
  })

  it('falls silent fails the turn, keeping the text so far', async () => {
    const { ask } = await start(
      [{ when: {}, reply: { chunks: [{ content: 'Half an ' }], end: 'hang' } }],
      'ollama:qwen3:8b',
      1000,
    )
    const { answer } = await ask('hello there')
    expect(answer.status).toBe('failed')
    expect(partsOf(answer, 'text')[0]?.text).toBe('Half an ')
    expect(partsOf(answer, 'error')[0]?.error.code).toBe('model_silent')
  })

  it('breaks off fails the turn, keeping the text so far, and the next one is answered', async () => {
    const { ask } = await start([
      { when: { user: 'hello' }, reply: { chunks: [{ content: 'Half an ' }], end: 'cut' } },
      { when: {}, reply: { chunks: [{ content: 'Whole.' }] } },
    ])
    const { answer, conversationId } = await ask('hello there')
    expect(answer.status).toBe('failed')
    expect(partsOf(answer, 'error')[0]?.error.code).toBe('model_interrupted')
    expect((await ask('again', { conversationId })).answer.status).toBe('complete')
  })

  it('breaks off after a tool has run shows what was done, once', async () => {
    const { ask, created } = await start([
      { when: { toolResults: false }, reply: { chunks: [call('state__create', milk)] } },
      { when: { toolResults: true }, reply: { chunks: [], end: 'cut' } },
    ])
    const { answer } = await ask('note milk')
    expect(answer.status).toBe('failed')
    expect(partsOf(answer, 'tool')).toMatchObject([{ status: 'ok' }])
    expect(created).toHaveLength(1)
  })

  it('answers 500 fails the turn, and says why and in its own words on demand', async () => {
    const { ask } = await start([{ when: {}, reply: { status: 500, error: 'out of memory' } }])
    const { answer } = await ask('hello there')
    expect(answer.status).toBe('failed')
    const error = partsOf(answer, 'error')[0]?.error
    expect(error?.message).toMatch(/^There isn’t enough memory for /)
    expect(error?.details).toMatchObject({ problem: 'out of memory' })
  })

  it('takes its time for the first word is waited for', async () => {
    const { ask } = await start([{ when: {}, reply: { chunks: [{ content: 'Hello.', delayMs: 900 }] } }])
    expect((await ask('hello there')).answer.status).toBe('complete')
  })

  it('is stopped while it writes a summary gets no more of the turn, and the next one is answered', async () => {
    const { chat, ask, answerOf, ollama } = await start([
      { when: { user: 'the conversation so far' }, reply: { chunks: [{ content: 'They ' }], end: 'hang' } },
      { when: {}, reply: { chunks: [{ content: 'Yes.' }] } },
    ])
    const said = (at: number) => `message ${String(at)}: ${'umbrella '.repeat(500)}`
    const isSummary = ({ messages }: ReturnType<typeof ollama.chats>[number]) =>
      messages[0]?.content.startsWith('Summarise') === true
    const { conversationId } = await ask(said(0))
    let stopped = ''
    for (let at = 1; at < 30 && stopped === ''; at += 1) {
      const { turnId } = chat.send({ conversationId, text: said(at) })
      const ended = chat.finished(turnId)
      await expect
        .poll(
          () =>
            ollama.chats().some(isSummary) ||
            chat.messages({ conversationId, limit: 1 })[0]?.status !== 'streaming',
          { timeout: 20_000 },
        )
        .toBe(true)
      if (ollama.chats().some(isSummary)) {
        chat.stop(turnId)
        stopped = turnId
      }
      await ended
    }
    const answer = answerOf(conversationId)
    expect(answer).toMatchObject({ turnId: stopped, status: 'stopped' })
    expect(answer.parts.filter(({ type }) => type === 'summary' || type === 'text')).toEqual([])
    // The summary was the last the server was asked for, and it was told to stop.
    expect(ollama.chats().findLastIndex(isSummary)).toBe(ollama.chats().length - 1)
    await expect.poll(() => ollama.requests.at(-1)?.closedEarly, { timeout: 20_000 }).toBe(true)
    expect((await ask('/back', { conversationId })).answer.status).toBe('complete')
  })

  it('did not read everything is found out, and it is said', async () => {
    const { ask } = await start([
      { when: {}, reply: { chunks: [{ content: 'Yes.' }], prompt_eval_count: 1000 } },
    ])
    const { answer } = await ask(`hello ${'word '.repeat(40_000)}`)
    expect(answer.context?.truncated).toBe(true)
    expect(answer.context?.reported).toMatchObject({ first: 1000 })
    expect(partsOf(answer, 'notice')).toHaveLength(1)
  })
})
