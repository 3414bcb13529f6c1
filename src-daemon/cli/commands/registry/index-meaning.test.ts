import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startOllamaServer, type OllamaServer } from '../../../../e2e/ollama-server/server.ts'
import { listenForPrograms } from '../../../api/index.ts'
import { startDevRegistry, type DevRegistry } from '../../../registry/dev/index.ts'
import { startOpenAiServer } from '../../../testing/openai-server.ts'
import { startCommand, type RunningCommand } from '../../../testing/running-command.ts'
import { tempHome } from '../../../testing/temp-home.ts'

const TIMEOUT = 120_000
const PATIENCE = { timeout: 40_000, interval: 50 }
const MODEL = {
  name: 'near:latest',
  family: 'bert',
  contextLength: 512,
  capabilities: ['embedding'],
  size: 1,
}

/** Texts the test's model considers similar; every other text is unlike all others. */
const SAME = [/recipe|cook|supper|guests/i, /habit|routine/i, /vocabulary|languages/i]
const vectorOf = (text: string): number[] => [
  ...SAME.map((words) => (words.test(text) ? 1 : 0.05)),
  SAME.some((words) => words.test(text)) ? 0.05 : 1,
]
/** None of these words is in anything published. */
const ASKED = 'supper for seven guests'

let dev: DevRegistry
beforeAll(async () => {
  dev = await startDevRegistry({ listen: listenForPrograms })
}, TIMEOUT)
afterAll(() => dev.stop(), TIMEOUT)

let home: ReturnType<typeof tempHome>
let model: OllamaServer
let running: RunningCommand[]
beforeEach(async () => {
  home = tempHome()
  model = await startOllamaServer({ models: [MODEL], vectorOf })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()))
  await model.close()
  home.remove()
})

/**
 * Runs the index as a separate process on this home's store, queries it over MCP once it has caught up, and stops it.
 */
const ask = async (
  embedding: Readonly<Record<string, unknown>> & { embeddingModel: string },
  query: string,
  key?: string,
) => {
  const ipfs = { embedded: false, listen: '/ip4/127.0.0.1/tcp/0', peers: [], kuboUrl: '' }
  const config = { ollamaUrl: model.url, ...embedding, ipfs: { ...ipfs, gateways: [dev.gatewayUrl] } }
  writeFileSync(join(home.paths.dataDir, 'config.json'), JSON.stringify(config))
  const { rpcUrl, chainId, contract, startBlock } = dev.place
  const place = { rpc: rpcUrl, chain: chainId, contract, start: startBlock, confirmations: 1 }
  const args = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', ...(key && { SATCHEL_EMBEDDING_KEY: key }) }
  const index = startCommand(env, 'registry', 'index', '--json', '--serve', ...args)
  running.push(index)
  await expect.poll(() => index.steps().map(({ kind }) => kind), PATIENCE).toContain('caught_up')
  const client = new Client({ name: 'test', version: '1' })
  const url = String(index.steps().find(({ kind }) => kind === 'serving')?.['url'])
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  const answer = await client.callTool({ name: 'search_capabilities', arguments: { query_string: query } })
  await client.close()
  expect(await index.kill('SIGTERM')).toBe(0)
  expect(index.complained()).toBe('')
  return resultsSchema.parse(answer.structuredContent).results.map(({ acp_metadata: { id } }) => id)
}
const resultsSchema = z.object({ results: z.array(z.object({ acp_metadata: z.object({ id: z.string() }) })) })
const placed = (): string[] =>
  model.requests
    .filter(({ path }) => path === '/api/embed')
    .flatMap(({ body }) => z.object({ input: z.array(z.string()) }).parse(body).input)

it(
  'finds by meaning what has no word in common with the question, also what was taken in before there was a model',
  { timeout: TIMEOUT },
  async () => {
    expect(await ask({ embeddingModel: 'none' }, ASKED)).toEqual([])
    expect(placed()).toEqual([])

    expect((await ask({ embeddingModel: 'ollama:near' }, ASKED))[0]).toBe('did:nuwa:cap:recipes@1.1.0')
    const documents = placed().filter((text) => text !== ASKED)
    expect(documents).toHaveLength(4)
    expect(documents.join(' ')).toContain('Keep the recipes of the house')
    expect(placed().at(-1)).toBe(ASKED)

    // Their vectors are in the store, so the next start only embeds the query.
    const before = placed().length
    expect((await ask({ embeddingModel: 'ollama:near' }, 'a routine'))[0]).toMatch(/^did:nuwa:cap:habits@/)
    expect(placed().slice(before)).toEqual(['a routine'])
  },
)

it(
  'gives the key of the environment to the server of the model that is chosen, and to no other',
  { timeout: TIMEOUT },
  async () => {
    const KEY = 'sk-of-this-test'
    const guarded = await startOpenAiServer({ key: KEY, vectorOf })
    const other = await startOpenAiServer({ models: [{ id: 'nomic-embed-text' }], vectorOf })
    const endpoint = (id: string, baseUrl: string) => ({
      ...{ id, name: id, baseUrl, contextWindow: null, tools: 'auto', vision: false },
      models: ['near'],
    })
    const modelEndpoints = [endpoint('guarded', guarded.url), endpoint('other', other.url)]
    const settings = { modelEndpoints, ollamaUrl: 'http://127.0.0.1:9' }
    try {
      const chosen = { ...settings, embeddingModel: 'openai:guarded:near' }
      expect((await ask(chosen, ASKED, KEY))[0]).toBe('did:nuwa:cap:recipes@1.1.0')
      expect(other.requests).toEqual([])

      expect((await ask({ ...settings, embeddingModel: 'auto' }, ASKED, KEY))[0]).toBe(
        'did:nuwa:cap:recipes@1.1.0',
      )
      expect(other.requests.length).toBeGreaterThan(0)
      expect(JSON.stringify(other.requests)).not.toContain(KEY)
    } finally {
      await guarded.close()
      await other.close()
    }
  },
)
