import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import type { ChatRequest } from '../models/types.ts'
import {
  callTool,
  makeHome,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  type Script,
} from '../testing/chat.ts'
import { tokensOf } from './core/transcript.ts'

const STEPS = 50
const WINDOW = 8192
const TASK = 'note what the pages say of umbrellas'

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

const pages = packageOf('note', note.triggers, ['state.create', 'state.query'], {
  tools: [...note.tools, { name: 'fetch_page', description: 'fetch', parameters: { type: 'object' } }],
  bindings: { fetch_page: { type: 'http_get', url: 'https://example.org/' } },
})
/** A page of about 1,500 tokens, which begins with its number. */
const page = (at: number): string => `page ${String(at)} ${'rain '.repeat(1200)}`

const start = (script: Script, run: (at: number) => Promise<void> = () => Promise.resolve()) => {
  const model = scriptedModel(script, { provider: 'openai:lab', contextWindow: WINDOW })
  const one = openChat({
    path: home.path,
    model,
    packages: [pages],
    runHttp: async ({ arguments: args }) => {
      const at = Number(args['page'])
      await run(at)
      return { text: page(at) }
    },
  })
  opened.push(one)
  return { ...one, model }
}
const sizeOf = ({ messages, tools }: ChatRequest): number =>
  tokensOf(messages) + Math.ceil(JSON.stringify(tools).length / 4)
const words = ({ messages }: Pick<ChatRequest, 'messages'>): string =>
  messages.map(({ content }) => content).join('\n')

describe('a turn of 50 steps whose results fill the window many times', () => {
  const reads: Script = (_, at) => (at < STEPS ? [callTool('fetch_page', { page: at })] : [say('All read.')])

  it('goes to its end: older results are shortened, the task and the newest stay', async () => {
    const { ask, model } = start(reads)
    const { answer } = await ask(TASK)
    expect(partsOf(answer, 'text')[0]?.text).toBe('All read.')
    expect(partsOf(answer, 'tool').filter(({ status }) => status === 'ok')).toHaveLength(STEPS)
    expect(model.requests).toHaveLength(STEPS + 1)
    for (const [at, request] of model.requests.entries()) {
      expect(sizeOf(request)).toBeLessThan(WINDOW)
      expect(words(request)).toContain(TASK)
      if (at === 0) continue
      const newest = request.messages.at(-1)
      expect(newest).toMatchObject({
        role: 'tool',
        content: expect.stringContaining(page(at - 1)) as unknown,
      })
    }
    // What was done stays known, in short.
    const last = words(model.requests.at(-1) ?? { messages: [] })
    expect(last).toContain('called fetch_page {\\"page\\":30}')
    expect(last).toContain('page 30 rain')
    expect(last).not.toContain(page(45))
    // It is said once.
    expect(partsOf(answer, 'notice')).toHaveLength(1)
    expect(answer.status).toBe('complete')
  })

  it('is shortened further where its server finds it too long', async () => {
    let refused = 0
    const { ask, model } = start((request, at, ...rest) => {
      if (sizeOf(request) > WINDOW / 2) {
        refused += 1
        throw new SatchelError('model_context_exceeded', { params: { model: 'm' } })
      }
      return reads(request, at - refused, ...rest)
    })
    const { answer } = await ask(TASK)
    expect(refused).toBeGreaterThan(3)
    expect(answer.status).toBe('complete')
    expect(model.requests).toHaveLength(STEPS + 1 + refused)
  })

  it('fails in the words of its server if nothing is left to shorten', async () => {
    const { ask } = start(() => {
      throw new SatchelError('model_context_exceeded', { params: { model: 'm' } })
    })
    const { answer } = await ask(TASK)
    expect(partsOf(answer, 'error')[0]?.error.code).toBe('model_context_exceeded')
  })

  it('can be stopped at each step, and goes on from there', async () => {
    let conversationId: string | undefined
    let next = 0
    let stopNow = (): void => undefined
    const { chat, answerOf, model } = start(
      (request) => {
        const isNew = request.messages.at(-1)?.role === 'user'
        if (isNew && next >= STEPS) return [say('All read.')]
        return [callTool('fetch_page', { page: next })]
      },
      () => {
        next += 1
        // Every second step is stopped while its tool runs, the others before the answer to it.
        if (next % 2 === 0) stopNow()
        else setImmediate(stopNow)
        return Promise.resolve()
      },
    )
    for (let turn = 0; turn < STEPS; turn += 1) {
      const sent = chat.send({ text: turn === 0 ? TASK : 'note on', conversationId })
      conversationId = sent.conversationId
      stopNow = () => {
        chat.stop(sent.turnId)
      }
      await chat.finished(sent.turnId)
      const answer = answerOf(sent.conversationId)
      expect(answer.status).toBe('stopped')
      expect(partsOf(answer, 'tool').filter(({ status }) => status === 'running')).toEqual([])
    }
    expect(next).toBeGreaterThanOrEqual(STEPS)
    stopNow = () => undefined
    const sent = chat.send({ text: 'note on', conversationId })
    await chat.finished(sent.turnId)
    expect(partsOf(answerOf(sent.conversationId), 'text')[0]?.text).toBe('All read.')
    for (const request of model.requests) expect(sizeOf(request)).toBeLessThan(WINDOW)
  })
})

describe('the same call again', () => {
  const queries =
    (calls: readonly ReturnType<typeof callTool>[]): Script =>
    (_, at) => [calls[at] ?? say('Done.')]

  it('is no circle where something changed in between', async () => {
    const look = callTool('state__query', { query: {} })
    const make = (title: string) => callTool('state__create', { object: { title, body: 'x' } })
    const { ask, created } = start(queries([look, make('a'), look, make('b'), look, make('c'), look]))
    const { answer } = await ask(TASK)
    expect(created).toHaveLength(3)
    expect(partsOf(answer, 'text')[0]?.text).toBe('Done.')
  })

  it('is one where the same things are made again and again', async () => {
    const make = (title: string) => callTool('state__create', { object: { title, body: 'x' } })
    const { ask, created } = start((_, at) => [make(at % 2 === 0 ? 'a' : 'b')])
    const { answer } = await ask(TASK)
    expect(created.length).toBeLessThanOrEqual(4)
    expect(partsOf(answer, 'notice').at(-1)?.limit).toBe('repeats')
  })
})
