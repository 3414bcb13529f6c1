/** Servers that speak Anthropic's or Gemini's protocol and mean harm. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import { discoverAnthropic } from '../anthropic/discovery.ts'
import { createAnthropicModel } from '../anthropic/model.ts'
import { collect, NOTE_TOOLS, requestOf, textOf } from '../core/language-model.acceptance.ts'
import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import { discoverGemini } from '../gemini/discovery.ts'
import { createGeminiModel } from '../gemini/model.ts'
import { namedModel } from './named-model.ts'

const KEY = 'sk-very-secret-1234567890'
type Handler = (request: IncomingMessage, response: ServerResponse) => void

const serve = async (handler: Handler) => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    request.resume()
    handler(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, seen }
}

const PROTOCOLS = {
  anthropic: { create: createAnthropicModel, discover: discoverAnthropic, path: '' },
  gemini: { create: createGeminiModel, discover: discoverGemini, path: '/v1beta' },
} as const

describe.each(['anthropic', 'gemini'] as const)('a hostile server of %s', (protocol) => {
  const { create, discover, path } = PROTOCOLS[protocol]
  const open = async (handler: Handler) => {
    const { url, seen } = await serve(handler)
    const guard = createNetworkGuard()
    onTestFinished(() => guard.close())
    const endpoint = {
      ...{ id: 'test', name: 'Test server', protocol, baseUrl: `${url}${path}` },
      ...{ contextWindow: null, tools: 'auto' as const, vision: false, models: [] },
    }
    const access = { guard, endpoint, key: () => Promise.resolve(KEY) }
    const idleTimeout = { firstByteMs: 5000, betweenMs: 5000 }
    const model = create({
      ...access,
      info: { ...namedModel(access, 'a-model'), tools: true },
      log: { warn: () => undefined },
      idleTimeout,
    })
    return { model, access, seen }
  }
  const failureOf = async (
    run: Promise<unknown>,
  ): Promise<{ code: string; message: string; details: unknown }> =>
    (await run.then(
      (value) => ({ code: 'none', message: JSON.stringify(value), details: null }),
      (thrown: unknown) => thrown,
    )) as never

  /** The chunks of an answer; what was thrown instead has to have a code. */
  const chunksOf = async (model: LanguageModel, request: ChatRequest): Promise<readonly ModelChunk[]> => {
    try {
      return await collect(model.chat(request))
    } catch (thrown) {
      expect((thrown as { code: string }).code).toMatch(/^model_/)
      return []
    }
  }

  const events =
    (...values: readonly unknown[]): Handler =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const value of values) {
        const type = (value as { type?: string }).type
        response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(value)}\n\n`)
      }
      response.end()
    }
  const answer = (words: unknown, usage: unknown, reason: unknown): Handler =>
    protocol === 'gemini'
      ? events({
          candidates: [{ content: { role: 'model', parts: [{ text: words }] }, finishReason: reason }],
          usageMetadata: { promptTokenCount: usage, candidatesTokenCount: usage, thoughtsTokenCount: usage },
        })
      : events(
          {
            type: 'message_start',
            message: { content: [], usage: { input_tokens: usage, cache_read_input_tokens: usage } },
          },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
          { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: usage } },
          { type: 'message_stop' },
        )

  it.each([301, 302, 303, 307, 308])('gets the key to no other place by a redirect (%i)', async (status) => {
    const other = await serve((_, response) => response.end('{}'))
    const { model, access, seen } = await open((_, response) => {
      response.writeHead(status, { location: `${other.url}/elsewhere` }).end()
    })
    expect((await failureOf(collect(model.chat(requestOf('hello'))))).code).not.toBe('none')
    expect((await failureOf(discover(access))).code).not.toBe('none')
    expect(seen.length).toBeGreaterThan(0)
    expect(other.seen).toEqual([])
  })

  it('gets the key that it repeats into no error', async () => {
    for (const status of [400, 401, 403, 404, 422, 429, 500, 503]) {
      const { model, access } = await open((_, response) => {
        response.writeHead(status, { 'content-type': 'application/json', 'x-echo': KEY })
        response.end(
          JSON.stringify({ error: { message: `bad request with key ${KEY}`, status: KEY, code: status } }),
        )
      })
      for (const run of [() => collect(model.chat(requestOf('hello'))), () => discover(access)]) {
        const { message, details } = await failureOf(run())
        expect(message + JSON.stringify(details), String(status)).not.toContain(KEY)
      }
    }
  })

  it('repeats the key within a stream, which is no error’s text either', async () => {
    const { model } = await open(
      events(
        protocol === 'gemini'
          ? { error: { code: 500, status: 'INTERNAL', message: `key ${KEY}` } }
          : { type: 'error', error: { type: 'api_error', message: `key ${KEY}` } },
      ),
    )
    const { code, message, details } = await failureOf(collect(model.chat(requestOf('hello'))))
    expect(code).not.toBe('none')
    expect(message + JSON.stringify(details)).not.toContain(KEY)
  })

  it.each([
    ['a list that never ends', (at: number) => ({ id: `m${String(at)}`, name: `models/m${String(at)}` })],
    [
      'a list of what is no chat model, which never ends',
      () => ({ id: 'x', lifecycle: 'retired', name: 'models/x', supportedGenerationMethods: ['other'] }),
    ],
    ['pages of nonsense, which never end', () => ({ nonsense: true })],
  ])('ends %s', { timeout: 20_000 }, async (_, one) => {
    let asked = 0
    const { access, seen } = await open((_request, response) => {
      asked += 1
      const items = [one(asked)]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          protocol === 'gemini'
            ? { models: items, nextPageToken: `t${String(asked)}` }
            : { data: items, has_more: true, first_id: 'a', last_id: `l${String(asked)}` },
        ),
      )
    })
    await discover(access).catch(() => null)
    expect(seen.length).toBeLessThanOrEqual(20)
  })

  it.each([
    ['a word', 'many'],
    ['less than nothing', -5],
    ['half a token', 1.5],
    ['more than there is', 1e300],
    ['an object', { toString: 'x' }],
    ['a list', [1]],
  ])('says as what was used %s, and is not believed', async (_, usage) => {
    const { model } = await open(answer('hi', usage, protocol === 'gemini' ? 'STOP' : 'end_turn'))
    const chunks = await collect(model.chat(requestOf('hello')))
    expect(textOf(chunks)).toBe('hi')
    const used = chunks.find(({ type }) => type === 'usage') as unknown as {
      promptTokens: number
      outputTokens: number
    }
    for (const count of [used.promptTokens, used.outputTokens]) {
      expect(Number.isSafeInteger(count)).toBe(true)
      expect(count).toBeGreaterThanOrEqual(0)
    }
  })

  it.each([[7], [{ a: 1 }], [['x']], [true], [null]])(
    'says as a text %j: no text, or a failure with a code',
    async (words) => {
      const { model } = await open(answer(words, 1, protocol === 'gemini' ? 'STOP' : 'end_turn'))
      for (const chunk of await chunksOf(model, requestOf('hello')))
        if (chunk.type === 'text') expect(typeof chunk.delta).toBe('string')
    },
  )

  it.each([[7], [{}], [['STOP']], ['x'.repeat(100_000)]])('says as a reason to end %j', async (reason) => {
    const { model } = await open(answer('hi', 1, reason))
    expect(textOf(await chunksOf(model, requestOf('hello')))).toMatch(/^(?:hi)?$/)
  })

  it('sends a line without an end', { timeout: 60_000 }, async () => {
    let sent = 0
    let [longest, last] = [0, performance.now()]
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    onTestFinished(() => {
      clearInterval(watch)
    })
    const { model } = await open((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: "')
      const chunk = 'x'.repeat(1024 * 1024)
      const more = (): void => {
        if (response.destroyed || sent > 300) return
        sent += 1
        response.write(chunk, () => setImmediate(more))
      }
      more()
      response.on('error', () => undefined)
    })
    const failure = await failureOf(collect(model.chat(requestOf('hello'))))
    expect(failure.code).toMatch(/^(?:model|network)_/)
    expect(sent).toBeLessThan(120)
    expect(longest).toBeLessThan(2000)
  })

  it('calls with names and arguments that are none', async () => {
    const hostile = [
      { name: '__proto__', args: { __proto__: { x: 1 } } },
      { name: 7, args: 'text' },
      { name: 'state__query', args: null },
      { name: 'x'.repeat(100_000), args: {} },
    ]
    for (const { name, args } of hostile) {
      const { model } = await open(
        protocol === 'gemini'
          ? events({
              candidates: [
                {
                  content: { parts: [{ functionCall: { name, args }, thoughtSignature: 7 }] },
                  finishReason: 'STOP',
                },
              ],
            })
          : events(
              { type: 'message_start', message: { content: [], usage: { input_tokens: 1 } } },
              {
                type: 'content_block_start',
                index: '__proto__',
                content_block: { type: 'tool_use', id: 7, name, input: {} },
              },
              {
                type: 'content_block_delta',
                index: '__proto__',
                delta: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
              },
              { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
              { type: 'message_stop' },
            ),
      )
      for (const chunk of await chunksOf(model, requestOf('hello', { tools: NOTE_TOOLS })))
        if (chunk.type === 'tool_call') {
          expect(typeof chunk.call.name).toBe('string')
          expect(typeof chunk.call.id).toBe('string')
          expect(Object.getPrototypeOf(chunk.call.arguments)).toBe(Object.prototype)
        }
    }
  })
})
