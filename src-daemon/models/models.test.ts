import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OllamaServer, startOllamaServer } from '../../e2e/ollama-server/server.ts'
import { SatchelError } from '../platform/errors.ts'
import type { ModelEndpoint } from '../contract/settings.ts'
import { openModels } from '../testing/models.ts'
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from '../testing/openai-server.ts'
import { collect, requestOf } from './core/language-model.acceptance.ts'

const NOMIC = {
  name: 'nomic-embed-text:latest',
  family: 'bert',
  contextLength: 2048,
  capabilities: ['embedding'],
  size: 1,
}
const QWEN = {
  name: 'qwen3:8b',
  family: 'qwen3',
  contextLength: 40_960,
  capabilities: ['completion', 'tools', 'thinking'],
  size: 5,
}
const TINY = {
  name: 'tiny:1b',
  family: 'tiny',
  contextLength: 4096,
  capabilities: ['completion', 'vision'],
  size: 1,
}

const codeOf = async (work: Promise<unknown> | (() => unknown)): Promise<string> => {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (thrown) {
    return thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
  return 'none'
}

describe('the models', () => {
  const open = new Set<{ close(): Promise<void> }>()
  const started = <T extends { close(): Promise<void> }>(one: T): T => {
    open.add(one)
    return one
  }
  let ollama: OllamaServer
  let room: ReturnType<typeof openModels>

  const endpoint = async (options: OpenAiServerOptions = {}, more: Partial<ModelEndpoint> = {}) => {
    const server: OpenAiServer = started(await startOpenAiServer(options))
    const described: ModelEndpoint = {
      ...{ id: 'lab', name: 'Lab', protocol: 'openai', baseUrl: server.url, contextWindow: null },
      ...{ tools: 'auto', vision: false, models: [], ...more },
    }
    return { server, described }
  }

  beforeEach(async () => {
    ollama = started(await startOllamaServer({ models: [QWEN, TINY, NOMIC] }))
    room = started(openModels({ ollamaUrl: ollama.url }))
  })
  afterEach(async () => {
    for (const one of open) await one.close()
    open.clear()
  })

  describe('health', () => {
    it('says of each provider how it is, and what failed last', async () => {
      const { described, server } = await endpoint()
      room.models.endpoints.add(described)
      const model = await room.models.resolve('openai:lab:test-model')
      await server.close()
      await expect(collect(model.chat(requestOf('hello')))).rejects.toMatchObject({
        code: 'network_unreachable',
        details: { model: 'openai:lab:test-model' },
      })
      room.models.endpoints.change({ ...described, name: 'The lab' })
      const [first, lab, planner] = await room.models.providers()
      expect(first).toMatchObject({ kind: 'ollama', reachable: true, version: '0.17.7', lastError: null })
      expect(first?.latencyMs).toBeGreaterThanOrEqual(0)
      expect(lab).toMatchObject({
        id: 'openai:lab',
        name: 'The lab',
        reachable: false,
        lastError: { code: 'network_unreachable', at: '2026-01-02T03:04:05.000Z' },
      })
      expect(planner).toMatchObject({ kind: 'planner', reachable: true })
    })

    it('shows what is in memory and until when, and drops it', async () => {
      ollama.load('qwen3:8b', '2026-01-02T03:09:05Z')
      const loaded = async () => (await room.models.providers())[0]?.loaded
      expect(await loaded()).toMatchObject([{ id: 'ollama:qwen3:8b', until: '2026-01-02T03:09:05.000Z' }])
      await room.models.unload('ollama:qwen3:8b')
      expect(await loaded()).toEqual([])
      expect(await codeOf(room.models.unload('ollama:nothing'))).toBe('model_not_found')
    })

    it('says which model was refused by the network guard, so that another can be offered', async () => {
      const elsewhere: Server = createServer((_request, response) =>
        response.writeHead(307, { location: 'http://127.0.0.1:9/v1' }).end(),
      )
      await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
      started({ close: () => new Promise((resolve) => elsewhere.close(() => resolve(undefined))) })
      const address = elsewhere.address()
      const port = typeof address === 'object' ? String(address?.port) : ''
      const { described } = await endpoint({}, { models: ['m'] })
      room.models.endpoints.add({ ...described, baseUrl: `http://127.0.0.1:${port}/v1` })
      const model = await room.models.resolve('openai:lab:m')
      await expect(collect(model.chat(requestOf('hello')))).rejects.toMatchObject({
        code: 'network_refused',
        details: { reason: 'other_origin', model: 'openai:lab:m' },
      })
    })

    it('recognises a server of another kind', async () => {
      const other: Server = createServer((_request, response) => response.end('"hello"'))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      started({
        close: () =>
          new Promise((resolve) =>
            other.close(() => {
              resolve()
            }),
          ),
      })
      const address = other.address()
      const port = typeof address === 'object' ? String(address?.port) : ''
      const { described } = await endpoint()
      room.models.endpoints.add({ ...described, baseUrl: `http://127.0.0.1:${port}/v1` })
      const tested = await room.models.endpoints.test('lab')
      expect(tested).toMatchObject({ reachable: false, models: 0 })
      expect(tested.problem).toContain('not like a model server')
    })
  })

  describe('deleting', () => {
    it('removes a model of Ollama, and of no other server', async () => {
      await room.models.remove('ollama:tiny:1b')
      expect((await room.models.providers())[0]?.models.map(({ name }) => name)).not.toContain('tiny:1b')
      expect(await codeOf(room.models.remove('ollama:tiny:1b'))).toBe('model_not_found')
      expect(await codeOf(room.models.remove('planner'))).toBe('model_not_of_ollama')
      expect(await codeOf(room.models.remove('openai:lab:m'))).toBe('model_not_of_ollama')
    })
  })

  describe('fetching', () => {
    const settled = () =>
      expect
        .poll(() => room.models.pulls.list().filter(({ state }) => state === 'running'), { timeout: 20_000 })
        .toEqual([])

    it('tells its progress, and leaves the model there', async () => {
      const seen: (number | null)[] = []
      room.models.onChange(() => {
        seen.push(...room.models.pulls.list().map(({ completedBytes }) => completedBytes))
      })
      expect(room.models.pulls.start('gemma3:1b')).toMatchObject({ model: 'gemma3:1b', state: 'running' })
      room.models.pulls.start('gemma3:1b')
      await settled()
      expect(room.models.pulls.list()).toEqual([])
      expect(seen.some((bytes) => bytes !== null)).toBe(true)
      expect(ollama.requests.filter(({ path }) => path === '/api/pull')).toHaveLength(1)
      expect((await room.models.resolve('ollama:gemma3:1b')).info.name).toBe('gemma3:1b')
    })

    it('keeps what it failed with, in words, until it is tried again or taken off the list', async () => {
      room.models.pulls.start('missing:1b')
      await settled()
      const [failed] = room.models.pulls.list()
      expect(failed).toMatchObject({ state: 'failed' })
      expect(failed?.problem).toContain('file does not exist')
      await ollama.close()
      room.models.pulls.start('missing:1b')
      await settled()
      expect(room.models.pulls.list()[0]?.problem).toContain('ECONNREFUSED')
      room.models.pulls.dismiss('missing:1b')
      expect(room.models.pulls.list()).toEqual([])
      expect(
        await codeOf(() => {
          room.models.pulls.dismiss('missing:1b')
        }),
      ).toBe('model_pull_unknown')
    })

    it('tells the last of its progress, stops when told, closes the connection, and goes on where it was', async () => {
      let told: number | null | undefined
      room.models.onChange(() => {
        told = room.models.pulls.list()[0]?.completedBytes
      })
      room.models.pulls.start('slow:1b')
      await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(0)
      expect(
        await codeOf(() => {
          room.models.pulls.dismiss('slow:1b')
        }),
      ).toBe('model_pull_unknown')
      room.models.pulls.stop('slow:1b')
      await settled()
      const [stopped] = room.models.pulls.list()
      expect(stopped).toMatchObject({ state: 'stopped', problem: null })
      expect(stopped?.completedBytes).toBeGreaterThan(0)
      await expect.poll(() => ollama.requests.at(-1)?.closedEarly, { timeout: 20_000 }).toBe(true)
      expect(room.models.pulls.start('slow:1b').state).toBe('running')
      room.models.pulls.stop('slow:1b')
    })

    it('is told after a restart that it was interrupted', async () => {
      room.models.pulls.start('slow:1b')
      await expect
        .poll(() => room.models.pulls.list()[0]?.completedBytes, { timeout: 20_000 })
        .toBeGreaterThan(0)
      const next = room.restart()
      expect(next.pulls.list()).toMatchObject([{ model: 'slow:1b', state: 'interrupted' }])
      await expect.poll(() => ollama.requests.at(-1)?.closedEarly, { timeout: 20_000 }).toBe(true)
      expect(next.pulls.list()).toMatchObject([{ state: 'interrupted' }])
      next.close()
    })

    it.each(['', '../etc', 'a b', '-x', 'x'.repeat(300)])('takes no such name: %j', async (name) => {
      expect(await codeOf(() => room.models.pulls.start(name))).toBe('invalid_request')
    })
  })

  describe('endpoints', () => {
    it('answer with their key, which is shown nowhere', async () => {
      const { described, server } = await endpoint({ key: 'sk-lab' })
      expect(room.models.endpoints.add(described)).toMatchObject({ hasKey: false, leavesMachine: false })
      expect((await room.models.endpoints.test('lab')).problem).toContain('didn’t accept the key')
      await room.models.endpoints.setKey('lab', ' sk-lab\n')
      expect(await room.models.endpoints.test('lab')).toMatchObject({ reachable: true, models: 1 })
      const model = await room.models.resolve('openai:lab:test-model')
      await collect(model.chat(requestOf('hello')))
      expect(server.chats()).toHaveLength(1)
      expect(JSON.stringify([room.models.endpoints.list(), await room.models.providers()])).not.toContain(
        'sk-lab',
      )
    })

    it('lose their key with their server', async () => {
      const { described } = await endpoint()
      const { endpoints } = room.models
      endpoints.add(described)
      await endpoints.setKey('lab', 'sk-1')
      expect(endpoints.change({ ...described, name: 'Another name' }).hasKey).toBe(true)
      expect(endpoints.change({ ...described, baseUrl: 'https://evil.example/v1' }).hasKey).toBe(false)
      await endpoints.setKey('lab', 'sk-2')
      endpoints.remove('lab')
      expect(room.secrets.values.size).toBe(0)
      expect(endpoints.list()).toEqual([])
      expect(await codeOf(room.models.resolve('openai:lab:test-model'))).toBe('model_unavailable')
    })

    it('send no key in the clear to another machine', async () => {
      const { described } = await endpoint()
      room.models.endpoints.add({ ...described, baseUrl: 'http://gpu.lan:8000/v1' })
      expect(await codeOf(room.models.endpoints.setKey('lab', 'sk'))).toBe('model_key_not_over_http')
    })

    it('are checked', async () => {
      const { described } = await endpoint()
      const { endpoints } = room.models
      endpoints.add(described)
      expect(await codeOf(() => endpoints.add(described))).toBe('model_endpoint_exists')
      expect(await codeOf(() => endpoints.change({ ...described, id: 'other' }))).toBe(
        'model_endpoint_unknown',
      )
      expect(
        await codeOf(() => {
          endpoints.remove('other')
        }),
      ).toBe('model_endpoint_unknown')
      for (const baseUrl of ['file:///etc', 'https://a:b@c.example', 'https://c.example/?k=1', 'nothing'])
        expect(await codeOf(() => endpoints.change({ ...described, baseUrl }))).toBe('invalid_request')
    })

    it('offer what the user named, also where the server lists nothing', async () => {
      const { described } = await endpoint({ models: null }, { models: ['my-model'] })
      room.models.endpoints.add(described)
      expect((await room.models.providers())[1]?.models.map(({ id }) => id)).toEqual(['openai:lab:my-model'])
      expect((await room.models.resolve('openai:lab:my-model')).info.contextWindow).toBeNull()
    })
  })

  describe('choice', () => {
    it('never goes to another machine by itself', async () => {
      await ollama.close()
      const { described } = await endpoint()
      room.models.endpoints.add(described)
      expect((await room.models.resolve()).info.id).toBe('openai:lab:test-model')
      room.models.endpoints.change({ ...described, baseUrl: 'https://models.example/v1', models: ['x'] })
      expect((await room.models.resolve()).info.id).toBe('planner')
    })

    it('finds a model whose server has started since it was last looked at', async () => {
      await ollama.close()
      expect(await codeOf(room.models.resolve('ollama:qwen3:8b'))).toBe('model_unavailable')
      started(await startOllamaServer({ models: [QWEN], port: Number(new URL(ollama.url).port) }))
      expect((await room.models.resolve('ollama:qwen3:8b')).info.id).toBe('ollama:qwen3:8b')
    })

    it('names what meets a requirement, why the others do not, and what blocks', async () => {
      const [fits = []] = await room.models.match([
        { minContextWindow: 16_000, modelFamily: ['Qwen-3'], requiredFeatures: ['tool_use', 'vision'] },
      ])
      expect(
        fits.map(({ model, blocked, unmet }) => [
          model.name,
          blocked,
          unmet.map(({ requirement }) => requirement),
        ]),
      ).toEqual([
        ['qwen3:8b', false, ['feature']],
        ['Built-in planner', false, ['model_family', 'feature']],
        ['tiny:1b', true, ['context_window', 'model_family', 'feature']],
      ])
      expect(fits[2]?.unmet[0]).toMatchObject({
        hard: true,
        text: 'It can read 4096 tokens at a time, but 16000 are needed.',
      })
      const chosen = await room.models.resolve('auto', {
        minContextWindow: null,
        requiredFeatures: ['vision'],
        modelFamily: ['tiny'],
      })
      expect(chosen.info.name).toBe('tiny:1b')
    })

    it('offers others for one that failed, and says which would leave the machine', async () => {
      const { described } = await endpoint({}, { baseUrl: 'https://models.example/v1', models: ['far'] })
      room.models.endpoints.add({ ...described, baseUrl: 'https://models.invalid/v1', models: ['far'] })
      const names = (await room.models.alternatives('ollama:qwen3:8b')).map(({ model, crossesBoundary }) => [
        model.name,
        crossesBoundary,
      ])
      expect(names).toEqual([
        ['tiny:1b', false],
        ['Built-in planner', false],
        ['far', true],
      ])
    })
  })

  describe('embedding', () => {
    it('is done by a model of this machine, with vectors of length one', async () => {
      const embedder = await room.models.embedding()
      expect(embedder?.id).toBe('ollama:nomic-embed-text:latest')
      const texts = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1))
      const vectors = (await embedder?.embed(texts)) ?? []
      expect(vectors).toHaveLength(70)
      expect(Math.hypot(...(vectors[69] ?? []))).toBeCloseTo(1)
      expect(vectors[0]?.[0]).not.toBeCloseTo(vectors[69]?.[0] ?? 0)
      expect(ollama.requests.filter(({ path }) => path === '/api/embed')).toHaveLength(2)
    })

    it('is done by an endpoint where the user chose one', async () => {
      const { described } = await endpoint({ models: [{ id: 'text-embedding-x' }] })
      room.models.endpoints.add(described)
      room.set({ embeddingModel: 'openai:lab:text-embedding-x' })
      const embedder = await room.models.embedding()
      const [one, two] = (await embedder?.embed(['a', 'bbbbbbbbbbbb'])) ?? []
      expect(one?.[0]).toBeCloseTo(1 / Math.hypot(1, 3, 4))
      expect(two?.[0]).toBeCloseTo(12 / Math.hypot(12, 3, 4))
    })

    it('is null if none is set or available, and never an error', async () => {
      room.set({ embeddingModel: 'none' })
      expect(await room.models.embedding()).toBeNull()
      room.set({ embeddingModel: 'ollama:nothing' })
      expect(await room.models.embedding()).toBeNull()
      room.set({ embeddingModel: 'auto', ollamaUrl: 'http://127.0.0.1:9' })
      expect(await room.models.embedding()).toBeNull()
    })

    it('ends with the signal', async () => {
      const embedder = await room.models.embedding()
      const reason = new Error('enough')
      await expect(embedder?.embed(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    })
  })
})
