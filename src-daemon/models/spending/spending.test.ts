import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ModelEndpoint } from '../../contract/settings.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { say, scriptedModel } from '../../testing/chat.ts'
import type { ChatRequest, ModelChunk } from '../core/types.ts'
import { LISTED, listedPrice } from './list-prices.ts'
import { costOf, createSpending, type Spending } from './spending.ts'

const endpoint = (id: string, baseUrl: string): ModelEndpoint => ({
  id,
  name: id,
  baseUrl,
  protocol: 'openai',
  models: [],
  contextWindow: null,
  tools: 'auto',
  vision: false,
})
const AWAY = {
  id: 'openai:maker:gpt-4o-mini-2024-07-18',
  name: 'm',
  provider: 'openai:maker',
  leavesMachine: true,
}
const UNKNOWN = { id: 'openai:other:gpt-4o-mini', name: 'o', provider: 'openai:other', leavesMachine: true }
const HERE = { id: 'ollama:here', name: 'here', provider: 'ollama', leavesMachine: false }

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))

let folder: string
let db: Database
let limits: { monthMoney: number | null; monthTokens: number | null }
let at: Date
let spending: Spending
const open = () =>
  createSpending({
    db,
    now: () => at,
    settings: {
      get: () => ({
        modelEndpoints: [
          endpoint('maker', 'https://api.openai.com/v1'),
          endpoint('other', 'https://models.example.org/v1'),
        ],
        ...limits,
      }),
    },
  })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-spending-'))
  db = openDatabase({ path: join(folder, 'state.db') })
  limits = { monthMoney: null, monthTokens: null }
  at = new Date(2026, 10, 30, 12)
  spending = open()
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const request = (signal = new AbortController().signal): ChatRequest => ({
  messages: [{ role: 'user', content: 'x'.repeat(400) }],
  tools: [],
  hint: null,
  language: 'en',
  minContextWindow: null,
  signal,
})
const usage = (promptTokens: number, outputTokens: number): ModelChunk => ({
  type: 'usage',
  reported: true,
  promptTokens,
  outputTokens,
  truncated: false,
})
const ask = async (info: typeof AWAY, chunks: readonly ModelChunk[]) => {
  const seen: ModelChunk[] = []
  for await (const chunk of spending.watch(scriptedModel(() => chunks, info)).chat(request()))
    seen.push(chunk)
  return seen
}

describe('what models use', () => {
  it('is counted as their servers report it, at the price of their makers', async () => {
    await ask(AWAY, [say('Hello.'), usage(1_000_000, 100_000)])
    await ask(AWAY, [usage(1000, 0)])
    const { total, models } = spending.month()
    // 0.15 dollars for what was read, 0.06 for what was written.
    expect(total).toEqual({ prompt: 1_001_000, output: 100_000, counted: 0, micros: 210_150, unpriced: 0 })
    expect(models).toMatchObject([
      { model: AWAY.id, name: 'gpt-4o-mini-2024-07-18', price: { from: 'list', input: 0.15, output: 0.6 } },
    ])
  })

  it('is counted by Satchel where a server reports nothing, and said to be; also of an answer that broke off', async () => {
    expect(await ask(AWAY, [say('y'.repeat(40))])).toHaveLength(1)
    expect(spending.month().total).toMatchObject({ prompt: 100, output: 10, counted: 110 })
    const stopped = spending.watch(scriptedModel(() => [say('y'.repeat(40)), say('z')], AWAY))
    for await (const _chunk of stopped.chat(request())) break
    expect(spending.month().total).toMatchObject({ prompt: 200, output: 20, counted: 220 })
    const failing = {
      ...scriptedModel(() => [], AWAY),
      // eslint-disable-next-line require-yield -- It fails before it says anything.
      async *chat(): AsyncGenerator<ModelChunk> {
        await Promise.reject(new Error('refused'))
      },
    }
    await expect(spending.watch(failing).chat(request())[Symbol.asyncIterator]().next()).rejects.toThrow(
      'refused',
    )
    expect(spending.month().total).toMatchObject({ prompt: 200, output: 20 })
  })

  it('has no made-up price: neither that of another maker’s service, nor one for models on this computer', async () => {
    await ask(UNKNOWN, [usage(1000, 10)])
    await ask(HERE, [usage(5000, 50)])
    expect(spending.month()).toMatchObject({
      total: { prompt: 6000, output: 60, micros: 0, unpriced: 1010 },
      away: { prompt: 1000, output: 10 },
    })
    expect(spending.priceOf(UNKNOWN)).toBeNull()
    expect(spending.priceOf(HERE)).toMatchObject({ input: 0, output: 0, from: 'here' })
    spending.setPrice(UNKNOWN.id, { input: 2, output: 4 })
    await ask(UNKNOWN, [usage(1000, 1000)])
    // What was used before keeps what was known then.
    expect(spending.month().total).toMatchObject({ micros: 6000, unpriced: 1010 })
    spending.setPrice(AWAY.id, { input: 9, output: 9 })
    expect(spending.priceOf(AWAY)).toMatchObject({ from: 'owner', input: 9 })
    spending.setPrice(AWAY.id, null)
    expect(spending.priceOf(AWAY)).toMatchObject({ from: 'list', input: 0.15 })
  })

  it('is told by month, in the time zone of this computer', async () => {
    at = new Date(2026, 9, 31, 23, 59)
    await ask(AWAY, [usage(10, 1)])
    at = new Date(2026, 10, 1, 0, 1)
    await ask(AWAY, [usage(20, 2)])
    expect(spending.month()).toMatchObject({ month: '2026-11', total: { prompt: 20 } })
    expect(spending.month('2026-10').total.prompt).toBe(10)
    expect(spending.month().months).toEqual(['2026-11', '2026-10'])
    at = new Date(2026, 11, 1)
    expect(spending.month()).toMatchObject({
      total: { prompt: 0 },
      months: ['2026-12', '2026-11', '2026-10'],
    })
  })
})

describe('a limit of the month', () => {
  it('stops models of others once it is reached, and never those on this computer', async () => {
    limits = { monthMoney: 0.2, monthTokens: null }
    await ask(HERE, [usage(9_000_000, 0)])
    await ask(AWAY, [usage(1_000_000, 0)])
    spending.refuseOverLimit(AWAY)
    await ask(AWAY, [usage(1_000_000, 0)])
    expect(() => {
      spending.refuseOverLimit(AWAY)
    }).toThrow(
      expect.objectContaining({
        code: 'spending_limit_reached',
        details: { kind: 'money', limit: 0.2, used: 0.3, model: AWAY.id },
      }),
    )
    spending.refuseOverLimit(HERE)
    limits = { monthMoney: 0.4, monthTokens: null }
    spending.refuseOverLimit(AWAY)
    limits = { monthMoney: null, monthTokens: 2_000_000 }
    expect(() => {
      spending.refuseOverLimit(UNKNOWN)
    }).toThrow(expect.objectContaining({ code: 'token_limit_reached' }))
    // The next month begins anew.
    at = new Date(2026, 11, 1)
    spending.refuseOverLimit(UNKNOWN)
  })
})

describe('the list of prices', () => {
  it('knows services by their address, and versions of a model by its name', () => {
    const openai = 'https://api.openai.com/v1'
    expect(listedPrice(openai, 'gpt-4o')).toEqual({ input: 2.5, output: 10, longer: [], asOf: LISTED.asOf })
    expect(listedPrice(openai, 'gpt-4o-2024-08-06')?.input).toBe(2.5)
    expect(listedPrice(openai, 'gpt-4o-mini')?.input).toBe(0.15)
    expect(
      listedPrice('https://generativelanguage.googleapis.com/v1beta', 'models/gemini-2.5-flash')?.output,
    ).toBe(2.5)
    expect(listedPrice('https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile')?.input).toBe(0.59)
    for (const name of ['no-such-model', '']) expect(listedPrice(openai, name)).toBeNull()
    expect(listedPrice('https://models.example.org/v1', 'gpt-4o')).toBeNull()
    expect(listedPrice('http://127.0.0.1:1234/v1', 'gpt-4o')).toBeNull()
  })

  it('has another price for long requests where the service has one', () => {
    const price = listedPrice('https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-pro')
    expect(price).toMatchObject({ input: 1.25, longer: [{ above: 200_000, input: 2.5, output: 15 }] })
    const microsOf = (prompt: number) => costOf({ prompt, output: 1000, isCounted: false }, price).micros
    expect(microsOf(200_000)).toBe(260_000)
    expect(microsOf(200_001)).toBe(515_003)
  })

  it('is as old as the library that has it', () => {
    expect(dependencies['@pydantic/genai-prices']).toBe(LISTED.version)
  })
})
