import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OllamaServer, startOllamaServer } from '../../../e2e/ollama-server/server.ts'
import { SatchelError } from '../../platform/errors.ts'
import { openModels } from '../../testing/models.ts'
import {
  callsOf,
  collect,
  NOTE_TOOLS,
  requestOf,
  runLanguageModelTests,
  textOf,
} from '../core/language-model.acceptance.ts'
import type { LanguageModel, ModelChunk } from '../core/types.ts'

describe('models of an Ollama server', () => {
  let server: OllamaServer
  let room: ReturnType<typeof openModels>
  let settings: { model: string; ollamaUrl: string; contextWindow: number | null }

  const models = () => {
    room.set(settings)
    return room.restart()
  }
  const failure = async (promise: Promise<unknown>): Promise<SatchelError> => {
    const thrown = await promise.then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(SatchelError)
    return thrown as SatchelError
  }

  beforeEach(async () => {
    server = await startOllamaServer()
    settings = { model: 'auto', ollamaUrl: server.url, contextWindow: 8192 }
    room = openModels()
  })
  afterEach(async () => {
    await server.close()
    await room.close()
  })

  runLanguageModelTests('qwen3:8b (tools)', () => models().resolve('ollama:qwen3:8b'))
  runLanguageModelTests('gemma3:1b (no tools)', () => models().resolve('ollama:gemma3:1b'))

  it('asks again over a connection it has', async () => {
    const model = await models().resolve('ollama:qwen3:8b')
    for (let times = 0; times < 3; times += 1) await collect(model.chat(requestOf('note milk')))
    const chats = server.requests.filter(({ path }) => path === '/api/chat')
    const before = server.requests.filter(({ path }) => path !== '/api/chat').map(({ port }) => port)
    expect(chats).toHaveLength(3)
    expect(chats.every(({ closedEarly }) => !closedEarly)).toBe(true)
    expect(new Set([...chats.map(({ port }) => port), ...before]).size).toBeLessThanOrEqual(
      new Set(before).size + 1,
    )
  })

  describe('discovery', () => {
    it('lists what the server has, with window, tools and size', async () => {
      const [ollama, planner] = await models().providers()
      expect(ollama).toEqual({
        id: 'ollama',
        kind: 'ollama',
        name: 'Ollama',
        leavesMachine: false,
        hasKey: false,
        latencyMs: ollama?.latencyMs,
        version: '0.17.7',
        loaded: [],
        lastError: null,
        reachable: true,
        url: server.url,
        problem: null,
        models: [
          {
            id: 'ollama:qwen3:8b',
            name: 'qwen3:8b',
            provider: 'ollama',
            contextWindow: 40960,
            tools: true,
            vision: false,
            thinking: true,
            embedding: false,
            leavesMachine: false,
            sizeBytes: 5225388164,
            parameters: 8_190_735_360,
            guided: false,
          },
          {
            id: 'ollama:gemma3:1b',
            name: 'gemma3:1b',
            provider: 'ollama',
            contextWindow: 32768,
            tools: false,
            vision: false,
            thinking: false,
            embedding: false,
            leavesMachine: false,
            sizeBytes: 815319791,
            parameters: 8_190_735_360,
            guided: false,
          },
        ],
      })
      expect(planner).toMatchObject({ id: 'planner', reachable: true, models: [{ id: 'planner' }] })
    })

    it('asks once for calls close together', async () => {
      const service = models()
      await Promise.all([service.providers(), service.resolve(), service.providers()])
      await service.providers()
      expect(server.requests.filter(({ path }) => path === '/api/tags')).toHaveLength(1)
      expect(server.requests.filter(({ path }) => path === '/api/show')).toHaveLength(2)
    })

    it('says in words why a server is not reachable, and falls back to the planner', async () => {
      await server.close()
      const service = models()
      const [ollama] = await service.providers()
      expect(ollama).toMatchObject({ reachable: false, models: [] })
      expect(ollama?.problem).toContain('ECONNREFUSED')
      expect((await service.resolve()).info.id).toBe('planner')
    })

    it('gives up on a silent server after a second and a half', async () => {
      await server.close()
      server = await startOllamaServer({ delayMs: 5000 })
      settings.ollamaUrl = server.url
      const started = performance.now()
      const [ollama] = await models().providers()
      expect(performance.now() - started).toBeLessThan(4500)
      expect(ollama?.problem).toContain('1.5 seconds')
    })

    it('recognises a server that is no Ollama', async () => {
      const other = createServer((_request, response) => response.end('[]'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const address = other.address()
      settings.ollamaUrl = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`
      const [ollama] = await models().providers()
      expect(ollama).toMatchObject({ reachable: false })
      expect(ollama?.problem).toContain('not like an Ollama server')
      await new Promise((resolve) => other.close(resolve))
    })

    it('never chats with models that only embed', async () => {
      await server.close()
      const embedding = { family: 'bert', contextLength: 512, capabilities: ['embedding'], size: 1 }
      server = await startOllamaServer({ models: [{ name: 'all-minilm:latest', ...embedding }] })
      settings.ollamaUrl = server.url
      expect((await models().providers())[0]?.models).toMatchObject([
        { name: 'all-minilm:latest', embedding: true },
      ])
      expect((await failure(models().resolve('ollama:all-minilm'))).code).toBe('model_unavailable')
      expect((await models().resolve()).info.id).toBe('planner')
    })
  })

  describe('choice', () => {
    it('takes the preferred model, else the one of the settings, else the first that takes tools', async () => {
      expect((await models().resolve()).info.id).toBe('ollama:qwen3:8b')
      settings.model = 'ollama:gemma3:1b'
      expect((await models().resolve()).info.id).toBe('ollama:gemma3:1b')
      expect((await models().resolve('planner')).info.id).toBe('planner')
    })

    it('refuses a named model that is not there, also when its server is not', async () => {
      expect((await failure(models().resolve('ollama:nothing:1b'))).code).toBe('model_unavailable')
      await server.close()
      expect((await failure(models().resolve('ollama:qwen3:8b'))).code).toBe('model_unavailable')
    })
  })

  describe('conversation', () => {
    let model: LanguageModel
    const chat = (text: string) => collect(model.chat(requestOf(text, { tools: NOTE_TOOLS })))

    beforeEach(async () => {
      model = await models().resolve('ollama:qwen3:8b')
    })

    it('always sends num_ctx, and offers the tools', async () => {
      await chat('hello')
      const [sent] = server.chats()
      expect(sent?.options?.num_ctx).toBe(8192)
      expect(sent?.tools?.map((tool) => tool.function.name)).toEqual(NOTE_TOOLS.map(({ name }) => name))
      for (const contextWindow of [1_000_000, null]) {
        settings.contextWindow = contextWindow
        await collect((await models().resolve('ollama:qwen3:8b')).chat(requestOf('hello')))
        expect(server.chats().at(-1)?.options?.num_ctx).toBe(40_960)
        expect(server.chats().at(-1)?.tools).toBeUndefined()
      }
    })

    it('asks for the window the capability needs, as far as the model has it', async () => {
      await collect(model.chat(requestOf('hello', { minContextWindow: 16_000 })))
      await collect(model.chat(requestOf('hello', { minContextWindow: 4_000 })))
      await collect(model.chat(requestOf('hello', { minContextWindow: 1_000_000 })))
      expect(server.chats().map(({ options }) => options?.num_ctx)).toEqual([16_000, 8192, 40_960])
    })

    it('is chosen for its window where a capability needs one and the choice is free', async () => {
      const [small, wide] = [8_192, 131_072].map((contextLength) => ({
        name: `m:${String(contextLength)}`,
        family: 'm',
        contextLength,
        capabilities: ['completion', 'tools'],
        size: 1,
      }))
      if (small === undefined || wide === undefined) throw new Error('no models')
      await server.close()
      server = await startOllamaServer({ models: [small, wide] })
      settings.ollamaUrl = server.url
      const chosen = async (minContextWindow: number | null) =>
        (await models().resolve(undefined, { minContextWindow })).info.contextWindow
      expect(await chosen(null)).toBe(8_192)
      expect(await chosen(16_000)).toBe(131_072)
      expect(await chosen(1_000_000)).toBe(8_192)
    })

    it('passes calls and results back as Ollama expects them', async () => {
      const call = { id: 'c1', name: 'state__create', arguments: { a: 1 } }
      await collect(
        model.chat(
          requestOf([
            { role: 'system', content: 'be brief' },
            { role: 'user', content: 'hello' },
            { role: 'assistant', content: 'ok', toolCalls: [call] },
            { role: 'tool', callId: 'c1', name: 'state__create', content: '{"id":"1"}' },
          ]),
        ),
      )
      expect(server.chats()[0]?.messages).toEqual([
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hello' },
        {
          role: 'assistant',
          content: 'ok',
          tool_calls: [{ function: { name: 'state__create', arguments: { a: 1 } } }],
        },
        { role: 'tool', content: '{"id":"1"}', tool_name: 'state__create' },
      ])
    })

    it('tells thinking from the answer', async () => {
      const chunks = await chat('think hard')
      expect(textOf(chunks)).toBe('Done thinking.')
      expect(chunks.some(({ type }) => type === 'thinking')).toBe(true)
      expect(server.chats()[0]).toMatchObject({ think: true })
    })

    it('reads arguments given as text, and gives calls without an id one', async () => {
      const calls = callsOf(await chat('use string arguments'))
      expect(calls.map(({ name, arguments: args }) => ({ name, args }))).toEqual([
        { name: 'state__create', args: { object: { title: 'Buy milk' } } },
        { name: 'state__query', args: {} },
      ])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    })

    it('reports usage, and whether something was cut', async () => {
      expect((await chat('hello')).at(-1)).toMatchObject({ type: 'usage', outputTokens: 9, truncated: false })
      const usage = (await chat(`truncate ${'long text '.repeat(2000)}`)).at(-1)
      expect(usage).toMatchObject({ type: 'usage', promptTokens: 51, truncated: true })
    })

    it.each([
      ['error in the middle', 'model_out_of_memory', 'Let me'],
      ['cut the connection', 'model_interrupted', 'Let me'],
      ['end without done', 'model_interrupted', 'Let me'],
      ['send garbage', 'model_interrupted', 'Let me'],
      ['refuse', 'model_out_of_memory', ''],
      ['bad request', 'model_refused', ''],
    ])('fails on "%s" with %s, after what was said', async (text, code, said) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const seen: ModelChunk[] = []
      const run = async () => {
        for await (const chunk of model.chat(requestOf(text, { tools: NOTE_TOOLS }))) seen.push(chunk)
      }
      expect((await failure(run())).code).toBe(code)
      expect(textOf(seen)).toBe(said)
      warn.mockRestore()
    })

    it('tells a removed model from a stopped server', async () => {
      await fetch(`${server.url}/api/delete`, {
        method: 'DELETE',
        body: JSON.stringify({ model: 'qwen3:8b' }),
      })
      expect((await failure(chat('hello'))).code).toBe('model_not_found')
      await server.close()
      expect((await failure(chat('hello'))).code).toBe('network_unreachable')
    })

    it.each(['slow please', 'stay silent'])(
      'ends at once and closes the socket when stopped: %s',
      async (text) => {
        const controller = new AbortController()
        const started = performance.now()
        setTimeout(() => {
          controller.abort()
        }, 150)
        await collect(model.chat(requestOf(text, { signal: controller.signal })))
        expect(performance.now() - started).toBeLessThan(5000)
        await vi.waitFor(() => {
          expect(server.requests.at(-1)?.closedEarly).toBe(true)
        })
      },
    )

    it('closes the socket when the reader stops', async () => {
      for await (const chunk of model.chat(requestOf('slow please'))) if (chunk.type === 'text') break
      await vi.waitFor(() => {
        expect(server.requests.at(-1)?.closedEarly).toBe(true)
      })
    })
  })

  describe('a model without tools', () => {
    it('is constrained by a schema of calls and answers instead', async () => {
      const model = await models().resolve('ollama:gemma3:1b')
      await collect(model.chat(requestOf('add note about buying milk', { tools: NOTE_TOOLS })))
      const [sent] = server.chats()
      expect(sent?.tools).toBeUndefined()
      expect(sent?.options?.num_ctx).toBe(8192)
      expect(sent?.format).toMatchObject({
        anyOf: [
          { properties: { tool: { const: 'state__create' }, arguments: { type: 'object' } } },
          { properties: { tool: { const: 'state__query' } } },
          { properties: { tool: { const: 'state__update' } } },
          { properties: { answer: { type: 'string' } } },
        ],
      })
    })

    it('streams its answer without the JSON around it', async () => {
      const model = await models().resolve('ollama:gemma3:1b')
      const call = { id: 'c1', name: 'state__create', arguments: {} }
      const chunks = await collect(
        model.chat(
          requestOf(
            [
              { role: 'user', content: 'add note about buying milk' },
              { role: 'assistant', content: '', toolCalls: [call] },
              { role: 'tool', callId: 'c1', name: 'state__create', content: '{}' },
            ],
            { tools: NOTE_TOOLS },
          ),
        ),
      )
      expect(textOf(chunks)).toBe('I saved your note.\nIt is “Buy milk”.')
      expect(chunks[0]).toEqual({ type: 'text', delta: 'I saved your no' })
    })

    it('tells a structure that is cut', async () => {
      const model = await models().resolve('ollama:gemma3:1b')
      const chunks = await collect(model.chat(requestOf('malformed structure', { tools: NOTE_TOOLS })))
      expect(callsOf(chunks)).toMatchObject([
        { name: '', unreadable: '{"tool": "state__create", "arguments": {"obj' },
      ])
    })
  })
})
