import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type OllamaServer, startOllamaServer } from '../../../e2e/ollama-server/server.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { openDatabase } from '../../storage/index.ts'
import { makeHome, packageOf } from '../../testing/chat.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { openModels } from '../../testing/models.ts'
import { startOpenAiServer } from '../../testing/openai-server.ts'
import { createRouter, explained } from '../index.ts'
import { createMeaning } from './index.ts'
import { NEUTRAL } from './neutral.ts'
import { meaningOf } from './testing.ts'

const EMBEDS = { family: 'bert', contextLength: 512, capabilities: ['embedding'], size: 1 }
const shopping = packageOf('shopping', [{ type: 'embedding', examples: ['buy bread', 'groceries'] }], [], {
  description: 'Things for the kitchen.',
  examples: [],
})
const calendar = packageOf('calendar', [], [], {
  description: 'Keeps days.',
  examples: ['appointment at noon', 'a reminder'],
})
/** It has no word in common with the shopping capability's description. */
const ASKED = 'please fetch some milk'

let close: (() => unknown)[] = []
let vectorOf: (text: string) => readonly number[] | Promise<readonly number[]>
let ollama: OllamaServer
let home: ReturnType<typeof makeHome>
beforeEach(async () => {
  vectorOf = meaningOf
  const names = ['near:latest', 'far:latest']
  ollama = await startOllamaServer({
    models: names.map((name) => ({ name, ...EMBEDS })),
    vectorOf: (text) => vectorOf(text),
  })
  home = makeHome()
  close = [() => ollama.close(), home.remove]
})
afterEach(async () => {
  for (const one of close.toReversed()) await one()
})

const embedSchema = z.object({ model: z.string(), input: z.array(z.string()) })
/** Texts that a model was asked to embed, in the order of the requests. */
const placed = (only?: string): string[] =>
  ollama.requests
    .filter(({ path }) => path === '/api/embed')
    .map(({ body }) => embedSchema.parse(body))
    .flatMap(({ model, input }) => (only === undefined || model === only ? input : []))

const open = (options: { timeoutMs?: number; restMs?: number; settings?: object } = {}) => {
  const { settings, ...timeout } = options
  const installed: AcpPackage[] = [shopping, calendar]
  const corrected = new Map<string | null, string[]>()
  const listeners = new Set<() => void>()
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const db = openDatabase({ path: home.path })
  const room = openModels({ ollamaUrl: ollama.url, embeddingModel: 'ollama:near', ...settings })
  const packages = {
    installed: () => installed.map(installedPackage),
    get: (name: string) => installed.find((acp) => acp.name === name) ?? null,
    onChange,
  }
  const corrections = { of: (name: string | null) => corrected.get(name) ?? [], onChange }
  const meaning = createMeaning({
    db,
    packages,
    corrections,
    embedder: room.models.embedding,
    onModelChange: room.models.onChange,
    log: { debug: () => undefined },
    timeoutMs: 20_000,
    ...timeout,
  })
  const router = createRouter({ packages, corrections, embedding: meaning })
  let ended = false
  const end = async () => {
    if (ended) return
    ended = true
    router.close()
    meaning.close()
    await room.close()
    db.close()
  }
  close.push(end)
  return {
    ...{ meaning, room, installed, corrected, db, end },
    route: (text: string) => router.explain({ text, activeCapability: null, explicit: null }),
    changed: () => {
      for (const listener of listeners) listener()
    },
    kept: () => db.prepare('SELECT count(*) FROM route_vectors').pluck().get(),
  }
}

it('finds a capability by meaning, without a shared word, and says by which of its texts', async () => {
  const { meaning, route } = open()
  const before = await route(ASKED)
  expect(before).toMatchObject({ capability: null, measure: { embedding: 'learning' } })
  await meaning.learn()
  const decision = await route(ASKED)
  expect(decision).toMatchObject({
    capability: 'shopping',
    reason: 'trigger',
    measure: { embedding: 'used' },
  })
  expect(decision.candidates[0]?.signals).toMatchObject([
    { kind: 'embedding', matched: 'embedding "buy bread"' },
  ])
  const lines = explained(decision, { language: 'en', titleOf: (name) => name }).join('\n')
  expect(lines).toContain('close in meaning to “buy bread”')
  expect(lines).toContain('An embedding model was also used.')
  expect((await route('who painted this ceiling')).capability).toBeNull()
})

it('embeds only new texts, forgets removed ones, and keeps the rest across a restart', async () => {
  const first = open()
  await first.meaning.learn()
  const learned = placed().length
  expect(first.kept()).toBe(learned)
  first.installed.push(packageOf('camera', [], [], { description: 'Takes a photo.', examples: [] }))
  first.corrected.set('calendar', ['do not let me forget'])
  first.changed()
  await first.meaning.learn()
  expect(placed().slice(learned).toSorted()).toEqual(['Takes a photo.', 'do not let me forget'])
  expect((await first.route('draw an image')).capability).toBe('camera')
  first.installed.pop()
  first.corrected.clear()
  await first.meaning.learn()
  expect(first.kept()).toBe(learned)
  await first.end()

  const asked = placed().length
  const again = open()
  await again.meaning.learn()
  expect((await again.route(ASKED)).capability).toBe('shopping')
  expect(placed().slice(asked)).toEqual([ASKED])
})

it('relearns with another model, and uses nothing of the old one', async () => {
  const { meaning, room, route, kept } = open()
  await meaning.learn()
  room.set({ embeddingModel: 'ollama:far' })
  expect((await route(ASKED)).measure?.embedding).toBe('learning')
  await meaning.learn()
  expect((await route(ASKED)).measure?.embedding).toBe('used')
  expect(placed('far:latest')).toEqual([...new Set(placed('near:latest')), ASKED])
  expect(kept()).toBe(placed('far:latest').length - 1)
})

it('relearns when another model answers under the same name', async () => {
  const { meaning, route } = open()
  await meaning.learn()
  vectorOf = (text) => [...meaningOf(text), 0, 0]
  expect((await route(ASKED)).measure?.embedding).toBe('learning')
  await meaning.learn()
  expect(await route(ASKED)).toMatchObject({ capability: 'shopping', measure: { embedding: 'used' } })
})

it('does nothing and sends no request when it is switched off', async () => {
  const { meaning, route } = open({ settings: { embeddingModel: 'none' } })
  await meaning.learn()
  expect((await route(ASKED)).measure?.embedding).toBe('none')
  expect(ollama.requests).toEqual([])
})

it('keeps neither a message nor the next one waiting for a late model', async () => {
  let answer: (() => void) | undefined
  const { meaning, route } = open({ timeoutMs: 50 })
  await meaning.learn()
  vectorOf = (text) =>
    new Promise((resolve) => {
      answer = () => {
        resolve(meaningOf(text))
      }
    })
  expect(await route(ASKED)).toMatchObject({ capability: null, measure: { embedding: 'late' } })
  // On a busy machine the message may be given up before the model has been asked.
  await expect.poll(() => answer, { timeout: 20_000 }).toBeDefined()
  const asked = placed().length
  expect((await route('another one')).measure?.embedding).toBe('late')
  expect(placed()).toHaveLength(asked)
  vectorOf = meaningOf
  answer?.()
  // The late vector is cached for the message.
  await expect.poll(async () => (await route(ASKED)).measure?.embedding, { timeout: 20_000 }).toBe('used')
  expect(placed()).toHaveLength(asked)
})

it('says that a model failed, when it learns and when it is asked, and tries again after a rest', async () => {
  const { meaning, route } = open({ restMs: 0 })
  vectorOf = () => {
    throw new Error('out of memory')
  }
  await meaning.learn()
  expect((await route(ASKED)).measure?.embedding).toBe('failed')
  vectorOf = meaningOf
  await expect.poll(async () => (await route(ASKED)).measure?.embedding, { timeout: 20_000 }).toBe('used')
  vectorOf = () => {
    throw new Error('out of memory')
  }
  expect((await route('another one')).measure?.embedding).toBe('failed')
})

it('stops with the message', async () => {
  const { meaning } = open()
  await meaning.learn()
  vectorOf = () => new Promise(() => undefined)
  const answer = await meaning.likeness(ASKED, [], { signal: AbortSignal.abort() })
  expect(answer.state).toBe('late')
})

it('is less sure of what is close to a message that needs no capability', async () => {
  const { meaning, route, corrected, changed } = open()
  await meaning.learn()
  const sure = async () => {
    const { candidates } = await route(ASKED)
    expect(candidates.map(({ name }) => name)).not.toContain('')
    return candidates[0]?.signals?.find(({ kind }) => kind === 'embedding')?.score ?? 0
  }
  const before = await sure()
  corrected.set(null, ['fetch milk now'])
  changed()
  await meaning.learn()
  expect(await sure()).toBeLessThan(before)
})

it('works with an OpenAI-compatible server', async () => {
  const server = await startOpenAiServer({ models: [{ id: 'text-embedding-x' }], vectorOf: meaningOf })
  close.push(() => server.close())
  const { meaning, room, route } = open({ settings: { embeddingModel: 'openai:lab:text-embedding-x' } })
  const lab = {
    id: 'lab',
    name: 'Lab',
    protocol: 'openai' as const,
    baseUrl: server.url,
    contextWindow: null,
  }
  room.models.endpoints.add({ ...lab, tools: 'auto', vision: false, models: [] })
  await meaning.learn()
  expect((await route(ASKED)).capability).toBe('shopping')
})

it('has sentences that are for no capability, each once', () => {
  const all = Object.values(NEUTRAL).flat()
  expect(new Set(all).size).toBe(all.length)
})
