import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { ModelEndpoint } from '../../contract/settings.ts'
import {
  type OpenAiServer,
  type OpenAiServerOptions,
  startOpenAiServer,
} from '../../testing/openai-server.ts'
import {
  callsOf,
  collect,
  NOTE_TOOLS,
  requestOf,
  runLanguageModelTests,
  textOf,
} from '../core/language-model.acceptance.ts'
import type { LanguageModel, ModelChunk } from '../core/types.ts'
import { namedModel } from '../endpoint/named-model.ts'
import { discoverOpenAi } from './discovery.ts'
import { createOpenAiModel } from './model.ts'

describe('models of an OpenAI-compatible server', () => {
  let server: OpenAiServer | null = null
  let guard: NetworkGuard

  beforeEach(() => {
    guard = createNetworkGuard()
  })
  afterEach(async () => {
    await server?.close()
    server = null
    await guard.close()
  })

  const endpointOf = (url: string, more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
    id: 'test',
    name: 'Test server',
    protocol: 'openai',
    baseUrl: url,
    contextWindow: null,
    tools: 'auto',
    vision: false,
    models: [],
    ...more,
  })

  const open = async (
    options: OpenAiServerOptions = {},
    more: Partial<ModelEndpoint> = {},
    key: string | null = null,
    idleTimeout = { firstByteMs: 60_000, betweenMs: 60_000 },
  ): Promise<LanguageModel> => {
    await server?.close()
    server = await startOpenAiServer(options)
    const endpoint = endpointOf(server.url, more)
    return createOpenAiModel({
      guard,
      endpoint,
      key: () => Promise.resolve(key),
      info: namedModel({ endpoint }, 'test-model'),
      model: 'test-model',
      quirks: { noTools: false, noUsage: false, noFormat: false },
      log: { warn: () => undefined },
      idleTimeout,
    })
  }

  const failure = async (promise: Promise<unknown>): Promise<SatchelError> => {
    const thrown = await promise.then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(SatchelError)
    return thrown as SatchelError
  }
  const once = (reply: object) => ({ script: { about: 'one answer', turns: [{ reply }] } })

  const DESCRIBED = { tools: 'described' } as const
  runLanguageModelTests('an OpenAI-compatible model', () => open())
  runLanguageModelTests('one whose stream has CRLF, comments and split bytes', () =>
    open({ crlf: true, comments: true, pieceBytes: 5 }),
  )
  runLanguageModelTests('one whose calls come whole', () => open({ fragments: false }))
  runLanguageModelTests('one whose fragments have no number', () => open({ fragments: 'unnumbered' }))
  runLanguageModelTests('one that is told its tools in words', () => open({}, DESCRIBED))
  runLanguageModelTests('one that refuses tools', () => open({ refuse: ['tools'] }))
  runLanguageModelTests('one that refuses usage', () => open({ refuse: ['stream_options'] }))

  it('keeps characters whole that are split between bytes', async () => {
    const text = 'Grüße 世界 🎒.'
    const model = await open({ ...once({ chunks: [{ content: text }] }), pieceBytes: 1 })
    expect(textOf(await collect(model.chat(requestOf('hello'))))).toBe(text)
  })

  it('sends the conversation as the protocol has it, and nothing about this machine', async () => {
    const model = await open({ key: 'sk-1' }, {}, 'sk-1')
    const call = { id: 'c1', name: 'state__create', arguments: { a: 1 } }
    await collect(
      model.chat(
        requestOf([
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'hello', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', callId: 'c1', name: 'state__create', content: '{"id":"1"}' },
        ]),
      ),
    )
    expect(server?.chats()[0]).toEqual({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'be brief' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hello' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'state__create', arguments: '{"a":1}' } },
          ],
        },
        { role: 'tool', content: '{"id":"1"}', tool_call_id: 'c1' },
      ],
    })
    const headers = server?.requests.at(-1)?.headers ?? {}
    expect(headers['authorization']).toBe('Bearer sk-1')
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([])
    expect(headers['user-agent']).toBe('Satchel')
  })

  it('takes no key, server or organisation from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-environment')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9')
    vi.stubEnv('OPENAI_ORG_ID', 'org')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-evil: 1')
    const model = await open()
    await collect(model.chat(requestOf('hello')))
    const sent = JSON.stringify(server?.requests)
    expect(server?.requests[0]?.headers['authorization']).toBeUndefined()
    expect(sent).not.toMatch(/sk-environment|"org"|x-evil/)
    vi.unstubAllEnvs()
  })

  it('learns once what a server does not take', async () => {
    const model = await open({ refuse: ['stream_options', 'tools'] })
    await collect(model.chat(requestOf('hello', { tools: NOTE_TOOLS })))
    expect(server?.chats()).toHaveLength(3)
    await collect(model.chat(requestOf('hello', { tools: NOTE_TOOLS })))
    expect(server?.chats()).toHaveLength(4)
    expect(server?.chats().at(-1)).not.toHaveProperty('tools')
    expect(server?.chats().at(-1)).toHaveProperty('response_format')
  })

  it('answers in words where even the format is refused', async () => {
    const model = await open({
      refuse: ['tools', 'response_format'],
      ...once({ chunks: [{ content: 'Yes.' }] }),
    })
    expect(textOf(await collect(model.chat(requestOf('hello', { tools: NOTE_TOOLS }))))).toBe('Yes.')
  })

  it('says when the server did not count, and when something was cut', async () => {
    const uncounted = await open({ usage: false })
    expect((await collect(uncounted.chat(requestOf('hello')))).at(-1)).toMatchObject({ reported: false })
    const short = await open(once({ chunks: [{ content: 'Once upon' }], done_reason: 'length' }))
    expect((await collect(short.chat(requestOf('hello')))).at(-1)).toMatchObject({
      truncated: false,
      endedBy: 'length',
    })
    const cut = await open(once({ chunks: [{ content: 'Hm' }], prompt_eval_count: 12 }))
    const usage = (await collect(cut.chat(requestOf('long text '.repeat(2000))))).at(-1)
    expect(usage).toMatchObject({ reported: true, promptTokens: 12, truncated: true })
  })

  it('tells thinking from the answer', async () => {
    const model = await open(once({ chunks: [{ thinking: 'Hm.' }, { content: 'Yes.' }] }))
    const chunks = await collect(model.chat(requestOf('hello')))
    expect(chunks.slice(0, 2)).toEqual([
      { type: 'thinking', delta: 'Hm.' },
      { type: 'text', delta: 'Yes.' },
    ])
  })

  it('recovers a call that was written as text, and repairs its arguments', async () => {
    const text = `<tool_call>{'name': 'state__query', 'arguments': {"query": {"limit": "2"},}}</tool_call>`
    const model = await open(once({ chunks: [{ content: text.slice(0, 30) }, { content: text.slice(30) }] }))
    const chunks = await collect(model.chat(requestOf('find', { tools: NOTE_TOOLS })))
    expect(callsOf(chunks)).toMatchObject([{ name: 'state__query', arguments: { query: { limit: 2 } } }])
    expect(textOf(chunks)).toBe('')
  })

  it.each<[string, object, string, OpenAiServerOptions?]>([
    ['a wrong key', { status: 401, error: 'bad key' }, 'model_key_refused'],
    ['no such model', { status: 404, error: 'no such model' }, 'model_not_found'],
    [
      'a rate limit',
      { status: 429, error: 'slow down' },
      'model_rate_limited',
      { failureHeaders: { 'retry-after': '7' } },
    ],
    ['a rate limit without a time', { status: 429, error: 'slow down' }, 'model_busy'],
    [
      'no credit',
      { status: 429, error: 'You exceeded your current quota: insufficient_quota' },
      'model_quota_used',
    ],
    ['an overloaded server', { status: 503, error: 'overloaded' }, 'model_busy'],
    ['a failing server', { status: 500, error: 'out of luck' }, 'model_server_failed'],
    ['a refusal', { status: 400, error: 'temperature must be 1' }, 'model_refused'],
    [
      'too long a conversation',
      { status: 400, error: "This model's maximum context length is 8192 tokens" },
      'model_context_exceeded',
    ],
    [
      'an error in the stream',
      { chunks: [{ content: 'Let' }, { error: 'the sampler gave up' }] },
      'model_failed',
    ],
    [
      'too little memory',
      { chunks: [{ content: 'Let' }, { error: 'CUDA out of memory' }] },
      'model_out_of_memory',
    ],
    ['a cut connection', { chunks: [{ content: 'Let' }], end: 'cut' }, 'model_interrupted'],
    ['an end without a reason', { chunks: [{ content: 'Let' }], end: 'open' }, 'model_interrupted'],
  ])('fails on %s in its own words', async (_what, reply, code, more) => {
    const model = await open({ ...once(reply), ...more })
    const seen: ModelChunk[] = []
    const run = async () => {
      for await (const chunk of model.chat(requestOf('hello', { tools: NOTE_TOOLS }))) seen.push(chunk)
    }
    const failed = await failure(run())
    expect(failed.code).toBe(code)
    expect(failed.details).toMatchObject({ model: 'openai:test:test-model' })
    // The server's own words are there on demand, and never what is read first.
    for (const raw of ['out of luck', 'temperature must be', 'CUDA', 'sampler'])
      expect(failed.message).not.toContain(raw)
    if (code === 'model_rate_limited') expect(failed.message).toContain('7 seconds')
    expect(server?.chats()).toHaveLength(1)
  })

  it('gives up on a silent server, before the first byte and between two, but not on one that sends keep-alives', async () => {
    const quick = { firstByteMs: 60_000, betweenMs: 300 }
    const silent = await open(once({ chunks: [{ content: 'Let' }], end: 'hang' }), {}, null, quick)
    expect((await failure(collect(silent.chat(requestOf('hello'))))).code).toBe('model_silent')
    await vi.waitFor(() => {
      expect(server?.requests.at(-1)?.closedEarly).toBe(true)
    })
    const comments = { delayMs: 100, raw: ': keep-alive\n\n', repeat: 30 }
    const alive = await open(once({ chunks: [comments, { content: 'Here.' }] }), {}, null, {
      ...quick,
      betweenMs: 2_500,
    })
    expect(textOf(await collect(alive.chat(requestOf('hello'))))).toBe('Here.')
  })

  it.each(['slow please', 'stay silent'])(
    'ends at once and closes the socket when stopped: %s',
    async (text) => {
      const model = await open()
      const controller = new AbortController()
      setTimeout(() => {
        controller.abort()
      }, 150)
      await collect(model.chat(requestOf(text, { signal: controller.signal })))
      await vi.waitFor(() => {
        expect(server?.requests.at(-1)?.closedEarly).toBe(true)
      })
    },
  )

  it('closes the socket when the reader stops', async () => {
    const model = await open()
    for await (const chunk of model.chat(requestOf('slow please'))) if (chunk.type === 'text') break
    await vi.waitFor(() => {
      expect(server?.requests.at(-1)?.closedEarly).toBe(true)
    })
  })

  describe('discovery', () => {
    const discover = async (models: OpenAiServerOptions['models'], more: Partial<ModelEndpoint> = {}) => {
      server = await startOpenAiServer(models === undefined ? {} : { models })
      const endpoint = endpointOf(server.url, more)
      return discoverOpenAi({ guard, endpoint, key: () => Promise.resolve(null) })
    }

    it('reads what servers add to the list, each under its own name', async () => {
      const models = await discover([
        { id: 'plain' },
        {
          id: 'a/router',
          context_length: 131_072,
          supported_parameters: ['tools', 'reasoning'],
          architecture: { input_modalities: ['text', 'image'] },
        },
        { id: 'vllm', max_model_len: 32_768 },
        { id: 'groq', context_window: 8192 },
        {
          id: 'mistral',
          max_context_length: 4096,
          capabilities: { completion_chat: true, function_calling: false, vision: true },
        },
        { id: 'llama', meta: { n_ctx_train: 2048 } },
        { id: 'loaded', meta: { n_ctx: 1024, n_ctx_train: 2048 } },
        { id: 'tabby', parameters: { max_seq_len: 4096 } },
        { id: 'endless', context_length: 1e99, max_model_len: 0.5, max_context_length: '1024' },
        { id: 'text-embedding-3-small' },
        { id: 'flux', type: 'image' },
        { object: 'no id' },
      ])
      expect(
        models.map(({ name, contextWindow, tools, vision, embedding }) => [
          name,
          contextWindow,
          tools,
          vision,
          embedding,
        ]),
      ).toEqual([
        ['plain', null, true, false, false],
        ['a/router', 131_072, true, true, false],
        ['vllm', 32_768, true, false, false],
        ['groq', 8192, true, false, false],
        ['mistral', 4096, false, true, false],
        ['llama', 2048, true, false, false],
        ['loaded', 1024, true, false, false],
        ['tabby', 4096, true, false, false],
        ['endless', 1024, true, false, false],
        ['text-embedding-3-small', null, true, false, true],
      ])
      expect(models[0]).toMatchObject({
        id: 'openai:test:plain',
        provider: 'openai:test',
        leavesMachine: false,
      })
    })

    it('lets the user allow less than the server', async () => {
      const listed = [{ id: 'large', context_length: 131_072 }]
      expect(await discover(listed, { contextWindow: 16_384 })).toMatchObject([{ contextWindow: 16_384 }])
      await server?.close()
      expect(await discover(listed, { contextWindow: 500_000 })).toMatchObject([{ contextWindow: 131_072 }])
    })

    it('takes from the user what the server does not say', async () => {
      const models = await discover(undefined, { contextWindow: 16_384, vision: true, tools: 'described' })
      expect(models).toMatchObject([{ contextWindow: 16_384, vision: true, tools: false }])
    })
  })
})
