import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import type { ModelEndpoint } from '../../contract/settings.ts'
import { startAnthropicServer } from '../../testing/anthropic-server.ts'
import { startGeminiServer } from '../../testing/gemini-server.ts'
import type { ScriptedModels, ScriptedModelsOptions } from '../../testing/scripted-models.ts'
import { discoverAnthropic } from '../anthropic/discovery.ts'
import { createAnthropicModel } from '../anthropic/model.ts'
import {
  callsOf,
  collect,
  NOTE_TOOLS,
  requestOf,
  runLanguageModelTests,
  textOf,
} from '../core/language-model.acceptance.ts'
import type { LanguageModel, ModelMessage } from '../core/types.ts'
import { discoverGemini } from '../gemini/discovery.ts'
import { createGeminiModel } from '../gemini/model.ts'
import type { EndpointAccess } from './access.ts'
import { namedModel } from './named-model.ts'

const PROTOCOLS = {
  anthropic: {
    start: startAnthropicServer,
    create: createAnthropicModel,
    discover: discoverAnthropic,
    path: '',
    keyHeader: 'authorization',
  },
  gemini: {
    start: startGeminiServer,
    create: createGeminiModel,
    discover: discoverGemini,
    path: '/v1beta',
    keyHeader: 'x-goog-api-key',
  },
} as const

/** One picture, two calls and their results. */
const SAID = {
  anthropic: [
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'text', text: 'look' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'state__query', input: { query: {} } },
        { type: 'tool_use', id: 'b', name: 'state__query', input: { query: {} } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: '[1]' },
        { type: 'tool_result', tool_use_id: 'b', content: '{"n":2}' },
      ],
    },
  ],
  gemini: [
    { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'look' }] },
    {
      role: 'model',
      parts: [
        { functionCall: { name: 'state__query', args: { query: {} } } },
        { functionCall: { name: 'state__query', args: { query: {} } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'state__query', response: { result: '[1]' } } },
        { functionResponse: { name: 'state__query', response: { n: 2 } } },
      ],
    },
  ],
}

describe.each(['anthropic', 'gemini'] as const)('the protocol of %s', (protocol) => {
  const { start, create, discover, path, keyHeader } = PROTOCOLS[protocol]
  let server: ScriptedModels | null = null
  let guard: NetworkGuard
  beforeEach(() => {
    guard = createNetworkGuard()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server?.close()
    server = null
    await guard.close()
  })

  const access = async (options: ScriptedModelsOptions = {}, key: string | null = 'k-1') => {
    await server?.close()
    server = await start(options)
    const endpoint: ModelEndpoint = {
      id: 'test',
      name: 'Test server',
      protocol,
      baseUrl: `${server.url}${path}`,
      contextWindow: null,
      tools: 'auto',
      vision: false,
      models: [],
    }
    return { guard, endpoint, key: () => Promise.resolve(key) } satisfies EndpointAccess
  }
  const open = async (
    options: ScriptedModelsOptions = {},
    { idleMs = 60_000, name = 'a-model', tools = true } = {},
  ): Promise<LanguageModel> => {
    const given = await access(options)
    return create({
      ...given,
      info: { ...namedModel(given, name), tools },
      log: { warn: () => undefined },
      idleTimeout: { firstByteMs: idleMs, betweenMs: idleMs },
    })
  }
  const once = (reply: object) => ({ script: { about: 'one answer', turns: [{ reply }] } })
  const failing = async (model: LanguageModel) => {
    const failure = await collect(model.chat(requestOf('hello'))).catch((thrown: unknown) => thrown)
    return failure as { code: string; message: string; details: unknown }
  }

  runLanguageModelTests('a model', () => open())
  runLanguageModelTests('one that is told its tools in words', () => open({}, { tools: false }))

  it('sends its key alone, and nothing about this machine or from its environment', async () => {
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-leak: 1')
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'token-of-another')
    vi.stubEnv('GEMINI_API_KEY', 'key-of-another')
    const model = await open({ key: 'k-1' })
    await collect(model.chat(requestOf('hello')))
    const headers = server?.requests.at(-1)?.headers ?? {}
    const own = Object.keys(headers).filter(
      (name) =>
        !/^(?:host|connection|content-length|transfer-encoding|accept|accept-encoding|accept-language|sec-fetch-mode|content-type|user-agent)$/.test(
          name,
        ),
    )
    expect(own.filter((name) => name !== 'anthropic-version')).toEqual([keyHeader])
    expect(headers['user-agent']).toBe('Satchel')
  })

  it('lists its models with their windows', async () => {
    const models = await discover(await access())
    expect(models).toMatchObject([
      { provider: `${protocol}:test`, contextWindow: 100_000, tools: true, embedding: false },
    ])
  })

  it('keeps thinking apart, counts what was used, and says what cut an answer short', async () => {
    const model = await open(
      once({
        chunks: [{ thinking: 'Hm.' }, { content: 'It is' }],
        done_reason: protocol === 'gemini' ? 'length' : 'max_tokens',
        eval_count: 7,
      }),
    )
    const chunks = await collect(model.chat(requestOf('hello')))
    expect(chunks.filter(({ type }) => type === 'thinking')).toEqual([{ type: 'thinking', delta: 'Hm.' }])
    expect(textOf(chunks)).toBe('It is')
    expect(chunks.at(-1)).toMatchObject({
      type: 'usage',
      reported: true,
      promptTokens: 15,
      outputTokens: 7,
      endedBy: 'length',
    })
  })

  it('holds an answer to a schema', async () => {
    const format = { type: 'object', properties: { mood: { enum: ['good', 'bad'] } }, required: ['mood'] }
    const held = JSON.stringify({ mood: 'good' })
    const model = await open(
      once(
        protocol === 'gemini'
          ? { chunks: [{ content: held }] }
          : { chunks: [{ tool_calls: [{ function: { name: 'answer', arguments: held } }] }] },
      ),
    )
    const chunks = await collect(model.chat(requestOf('how are you', { format })))
    expect(JSON.parse(textOf(chunks))).toEqual({ mood: 'good' })
    expect(callsOf(chunks)).toEqual([])
    expect(JSON.stringify(server?.requests.at(-1)?.body)).toContain('"mood"')
  })

  it('joins neighbours of one role, with pictures and results where the protocol has them', async () => {
    const model = await open()
    const call = (id: string) => ({ id, name: 'state__query', arguments: { query: {} } })
    const messages: ModelMessage[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'look', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
      { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
      { role: 'tool', callId: 'a', name: 'state__query', content: '[1]' },
      { role: 'tool', callId: 'b', name: 'state__query', content: '{"n":2}' },
    ]
    await collect(model.chat(requestOf(messages, { tools: NOTE_TOOLS })))
    const body = server?.requests.at(-1)?.body ?? {}
    expect(body['messages'] ?? body['contents']).toEqual(SAID[protocol])
    expect(JSON.stringify(body['system'] ?? body['systemInstruction'])).toContain('"text":"be brief"')
  })

  it('ends the request when it is stopped', async () => {
    const model = await open(once({ chunks: [{ content: 'word ', repeat: 500, delayMs: 5 }] }))
    const controller = new AbortController()
    for await (const _ of model.chat(requestOf('hello', { signal: controller.signal }))) controller.abort()
    await vi.waitFor(() => {
      expect(server?.requests.at(-1)?.closedEarly).toBe(true)
    })
  })

  it.each([
    [{ status: 401, error: 'invalid key' }, {}, 'model_key_refused'],
    [{ status: 402, error: 'pay first' }, {}, 'model_quota_used'],
    [{ status: 404, error: 'no such model' }, {}, 'model_not_found'],
    [
      { status: 429, error: 'slow down' },
      { 'retry-after': '7' },
      protocol === 'gemini' ? 'model_busy' : 'model_rate_limited',
    ],
    [{ status: 400, error: 'prompt is too long: 9 tokens > 8 maximum' }, {}, 'model_context_exceeded'],
    [{ status: 400, error: 'API key not valid. Please pass a valid API key.' }, {}, 'model_key_refused'],
    [{ status: 529, error: 'Overloaded' }, {}, 'model_busy'],
    [{ status: 500, error: 'boom' }, {}, 'model_server_failed'],
    [{ chunks: [{ content: 'a' }, { error: 'Overloaded' }] }, {}, 'model_busy'],
    [{ chunks: [{ content: 'a' }], end: 'cut' }, {}, 'model_interrupted'],
    [{ chunks: [{ content: 'a' }], end: 'open' }, {}, 'model_interrupted'],
  ])('explains %j', async (reply, failureHeaders, code) => {
    const failure = await failing(await open({ ...once(reply), failureHeaders }))
    expect(failure).toMatchObject({ code, details: { model: `${protocol}:test:a-model` } })
    // The words of the server, not the JSON around them.
    expect(failure.message).not.toMatch(/[{}]/)
  })

  it('says that a silent server is silent', async () => {
    const model = await open(once({ chunks: [{ content: 'a' }], end: 'hang' }), { idleMs: 200 })
    expect(await failing(model)).toMatchObject({ code: 'model_silent' })
  })
})

it('gives Gemini back the signature of its call, and a stand-in for a call of another model', async () => {
  const guard = createNetworkGuard()
  const server = await startGeminiServer()
  const endpoint: ModelEndpoint = {
    ...{ id: 'g', name: 'G', protocol: 'gemini', baseUrl: `${server.url}/v1beta` },
    ...{ contextWindow: null, tools: 'auto', vision: false, models: [] },
  }
  const given = { guard, endpoint, key: () => Promise.resolve('k') }
  const info = namedModel(given, 'gemini-3-flash')
  const model = createGeminiModel({ ...given, info, log: { warn: () => undefined } })
  const sentence = 'add note about buying milk tomorrow'
  const [call] = callsOf(await collect(model.chat(requestOf(sentence, { tools: NOTE_TOOLS }))))
  if (call === undefined) throw new Error('no call')
  const other = { ...call, id: 'of-another' }
  const messages: ModelMessage[] = [call, other].flatMap((one) => [
    { role: 'user', content: sentence },
    { role: 'assistant', content: '', toolCalls: [one] },
    { role: 'tool', callId: one.id, name: one.name, content: '{}' },
  ])
  await collect(model.chat(requestOf(messages, { tools: NOTE_TOOLS })))
  const sent = JSON.stringify(server.requests.at(-1)?.body['contents'])
  expect(sent.match(/"thoughtSignature":"[^"]*"/g)).toEqual([
    '"thoughtSignature":"c2lnbmVk"',
    '"thoughtSignature":"skip_thought_signature_validator"',
  ])
  await server.close()
  await guard.close()
})
