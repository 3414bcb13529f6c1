import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  callTool,
  makeHome,
  memoryState,
  note,
  openChat,
  packageOf,
  partsOf,
  say,
  scriptedModel,
  type Script,
  saidAlone,
} from '../testing/chat.ts'

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

const start = (
  script: Script,
  { window = 8192, ...more }: Partial<Parameters<typeof openChat>[0]> & { readonly window?: number } = {},
) => {
  const model = scriptedModel(script, { provider: 'openai:lab', contextWindow: window })
  const one = openChat({ path: home.path, model, ...more })
  opened.push(one)
  return { ...one, model }
}
const pages = packageOf('note', note.triggers, ['state.create', 'state.query'], {
  tools: [
    ...note.tools,
    { name: 'fetch_page', description: 'fetch', parameters: { type: 'object' } },
    { name: 'post_it', description: 'post', parameters: { type: 'object' } },
  ],
  bindings: {
    fetch_page: { type: 'http_get', url: 'https://example.org/' },
    post_it: { type: 'http_post', url: 'https://example.org/' },
  },
})

describe('arguments that readers take differently', () => {
  it.each([
    ['a member __proto__', '{"text":"shown","__proto__":{"hidden":"evil"}}', '/__proto__'],
    ['half a character', '{"text":"\\ud800"}', '/text'],
  ])('are refused to the model, which may write the call again: %s', async (_what, written, pointer) => {
    const sent: unknown[] = []
    const { ask, model } = start(
      (_, step) =>
        step === 0 ? [callTool('post_it', JSON.parse(written) as Record<string, unknown>)] : [say('sorry')],
      {
        packages: [pages],
        runHttp: (call) => {
          sent.push(call.arguments)
          return Promise.resolve({})
        },
      },
    )
    await ask('add note about milk')
    expect(sent).toEqual([])
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(pointer)
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('INVALID_INPUT')
  })
})

describe('several calls in one answer', () => {
  it('run in parallel if they only read, and in order if they write', async () => {
    const order: string[] = []
    let waiting = 0
    let together = 0
    const gates: (() => void)[] = []
    const { ask, model } = start(
      (_, step) =>
        step === 0
          ? [
              callTool('fetch_page', { page: 1 }),
              callTool('fetch_page', { page: 2 }),
              callTool('post_it', { text: 'a' }),
              callTool('post_it', { text: 'b' }),
              callTool('fetch_page', { page: 3 }),
            ]
          : [say('done')],
      {
        packages: [pages],
        runHttp: async ({ arguments: args }) => {
          order.push(`begin ${JSON.stringify(args)}`)
          if (args['page'] === 1 || args['page'] === 2) {
            waiting += 1
            together = Math.max(together, waiting)
            if (waiting === 2) for (const open of gates) open()
            else await new Promise<void>((resolve) => gates.push(resolve))
          }
          order.push(`end ${JSON.stringify(args)}`)
          return { text: 'ok' }
        },
      },
    )
    const { answer } = await ask('note these pages')
    expect(together).toBe(2)
    expect(order.slice(4)).toEqual([
      'begin {"text":"a"}',
      'end {"text":"a"}',
      'begin {"text":"b"}',
      'end {"text":"b"}',
      'begin {"page":3}',
      'end {"page":3}',
    ])
    expect(partsOf(answer, 'tool').map(({ arguments: args }) => Object.values(args)[0])).toEqual([
      1,
      2,
      'a',
      'b',
      3,
    ])
    // The model reads the results in the order of its calls.
    const results = model.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(results.map((message) => (message.role === 'tool' ? message.name : ''))).toEqual([
      'fetch_page',
      'fetch_page',
      'post_it',
      'post_it',
      'fetch_page',
    ])
  })

  it('carry keys that tell each call of each turn apart, the same for the same call', async () => {
    const keys: string[] = []
    const { ask, capabilities } = start(
      (request) =>
        request.messages.at(-1)?.role === 'tool'
          ? [say('done')]
          : [callTool('post_it', { text: 'a' }), callTool('post_it', { text: 'b' })],
      {
        packages: [pages],
        runHttp: ({ idempotencyKey = '' }) => {
          keys.push(idempotencyKey)
          return Promise.resolve({ text: 'ok' })
        },
      },
    )
    const { answer } = await ask('note one')
    await ask('note two')
    expect(new Set(keys).size).toBe(4)
    expect(partsOf(answer, 'tool').map(({ callId }) => callId)).toEqual(keys.slice(0, 2))
    expect(capabilities.recorded({ turnId: answer.turnId, callId: keys[0] ?? '' })?.result.ok).toBe(true)
  })
})

describe('stopping', () => {
  const stages: [string, Script][] = [
    [
      'before the first word',
      async function* () {
        await new Promise(() => undefined)
        yield say('')
      },
    ],
    [
      'in the middle of a sentence',
      async function* () {
        yield say('Once')
        await new Promise(() => undefined)
      },
    ],
    [
      'while it thinks',
      async function* () {
        yield { type: 'thinking', delta: 'Hm' }
        await new Promise(() => undefined)
      },
    ],
    ['while a tool runs', () => [callTool('fetch_page', {})]],
    [
      'while tools run beside each other',
      () => [callTool('fetch_page', { a: 1 }), callTool('fetch_page', { a: 2 })],
    ],
    [
      'after a tool, before the answer to it',
      async function* (_, step) {
        if (step === 0) yield callTool('state__create', { object: { title: 'Milk', body: 'x' } })
        else await new Promise(() => undefined)
      },
    ],
  ]
  it.each(stages)('ends a turn %s, keeps what there is, and lets the next one begin', async (_, script) => {
    const memory = memoryState()
    const { chat, answerOf, ask, model } = start(script, {
      packages: [pages],
      memory,
      runHttp: () => new Promise(() => undefined),
    })
    const { conversationId, turnId } = chat.send({ text: 'note milk' })
    await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 5))
    chat.stop(turnId)
    await chat.finished(turnId)
    const answer = answerOf(conversationId)
    expect(answer.status).toBe('stopped')
    expect(partsOf(answer, 'tool').filter(({ status }) => status === 'running')).toEqual([])
    expect(memory.created.length).toBeLessThanOrEqual(1)
    const next = await ask('/back', { conversationId })
    expect(next.answer.status).toBe('complete')
  })

  it('while the model is looked for waits for no server', async () => {
    let asked = 0
    const { chat, answerOf } = start(() => [say('never')], {
      resolve: () => {
        asked += 1
        return new Promise(() => undefined)
      },
    })
    const { conversationId, turnId } = chat.send({ text: 'hello there' })
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(1)
    chat.stop(turnId)
    await chat.finished(turnId)
    expect(answerOf(conversationId).status).toBe('stopped')
  })

  it('while the person is asked takes the question back', async () => {
    const { chat, capabilities, answerOf } = start(() => [callTool('fetch_page', {})], {
      packages: [pages],
      answer: () => null,
    })
    const { conversationId, turnId } = chat.send({ text: 'note milk' })
    await expect.poll(() => capabilities.approvals.pending().length, { timeout: 20_000 }).toBe(1)
    chat.stop(turnId)
    await chat.finished(turnId)
    expect(capabilities.approvals.pending()).toEqual([])
    expect(answerOf(conversationId).status).toBe('stopped')
  })
})

describe('two conversations at once', () => {
  it('do not hear of each other', async () => {
    const { chat, answerOf, created } = start(async function* (request) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      const said = saidAlone(request.messages.findLast(({ role }) => role === 'user')?.content)
      if (request.messages.at(-1)?.role === 'tool') yield say(`done ${said}`)
      else yield callTool('state__create', { object: { title: said, body: said } })
    })
    const sent = Array.from({ length: 8 }, (_, at) => chat.send({ text: `note ${String(at)}` }))
    await Promise.all(sent.map(({ turnId }) => chat.finished(turnId)))
    sent.forEach(({ conversationId, turnId }, at) => {
      const answer = answerOf(conversationId)
      expect(partsOf(answer, 'text')[0]?.text).toBe(`done note ${String(at)}`)
      expect(partsOf(answer, 'tool')).toMatchObject([
        { arguments: { object: { title: `note ${String(at)}` } } },
      ])
      const mine = created.filter(
        ({ access }) => access.origin.kind === 'capability' && access.origin.turnId === turnId,
      )
      expect(mine).toHaveLength(1)
    })
  })
})

describe('what is too long to be read or said at once', () => {
  it.each([
    [8192, 8192],
    [65_536, 65_536],
  ])(
    'is a share of what the model reads: the person is told how much of it, with %i tokens',
    async (window) => {
      const text = 'word '.repeat(60_000)
      const script: Script = (_, step) => [step === 0 ? callTool('fetch_page', {}) : say('Done.')]
      const { ask, model } = start(script, {
        packages: [pages],
        window,
        runHttp: () => Promise.resolve({ text }),
      })
      const { answer } = await ask('add note about milk')
      const [part] = partsOf(answer, 'tool')
      const read = model.requests.at(-1)?.messages.at(-1)?.content ?? ''
      expect(part?.output).toEqual({ text })
      // A quarter of the window, at four characters to a token.
      expect(part?.cut).toEqual({
        given: window,
        of: part === undefined ? 0 : JSON.stringify({ ok: true, output: part.output }).length,
      })
      expect(read).toContain('"cut":true')
      expect(read.length).toBeGreaterThan(window)
      expect(read.length).toBeLessThan(window * 1.1)
    },
  )

  it('is given whole if it fits', async () => {
    const text = 'word '.repeat(6000)
    const script: Script = (_, step) => [step === 0 ? callTool('fetch_page', {}) : say('Done.')]
    const { ask, model } = start(script, {
      packages: [pages],
      window: 65_536,
      runHttp: () => Promise.resolve({ text }),
    })
    const { answer } = await ask('add note about milk')
    expect(partsOf(answer, 'tool')[0]?.cut).toBeUndefined()
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain(text)
  })

  it('ends an answer that never ends, and says so', async () => {
    const { ask } = start(() => Array.from({ length: 30 }, () => say('x'.repeat(10_000))))
    const { answer } = await ask('hello there')
    const [notice] = partsOf(answer, 'notice')
    expect(notice).toMatchObject({ limit: 'length', text: expect.stringContaining('200') as unknown })
    expect(partsOf(answer, 'text')[0]?.text.length).toBe(210_000)
  })
})
