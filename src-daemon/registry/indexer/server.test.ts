import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenForPrograms } from '../../api/index.ts'
import { createIndexService, type IndexServiceDeps } from './service/serve.ts'
import { openSqliteIndex } from './sqlite/index.ts'
import { fileOf, hashOf, pageOf, publishedOf, verifiedOf } from './testing/events.ts'
import type { WritableIndex, YankedEvent } from './core/types.ts'

let directory: string
let store: WritableIndex
const ends: (() => Promise<void>)[] = []
const NOTE = { name: 'note', title: 'Note', description: 'Keeps short notes.', tags: ['writing'] }
const SAMPLES = [
  NOTE,
  { ...NOTE, semver: '1.1.0' },
  { name: 'weather', tags: ['climate'], families: ['llama'] },
]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-index-service-'))
  store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
  await store.append(
    pageOf(
      1,
      3,
      SAMPLES.map((sample, at) => publishedOf(sample, at + 1)),
    ),
  )
  await store.settle(SAMPLES.map((sample, at) => verifiedOf(sample, at + 1)))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const connect = async (mode: 'auto' | 'legacy', more: Partial<IndexServiceDeps> = {}): Promise<Client> => {
  const problems: unknown[] = []
  const service = createIndexService({ store, meaning: null, report: (one) => problems.push(one), ...more })
  const { answer, close } = await service.http()
  const listening = await listenForPrograms({ port: 0, answer })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${String(listening.port)}/mcp`)),
  )
  ends.push(async () => {
    await client.close()
    await close()
    await listening.close()
    expect(problems).toEqual([])
  })
  return client
}

const call = async (client: Client, name: string, input: Record<string, unknown>): Promise<unknown> => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  const text: unknown = first?.type === 'text' ? JSON.parse(first.text) : null
  if (isError !== true) expect(structuredContent).toEqual(text)
  return isError === true ? { isError, ...(text as object) } : text
}

for (const mode of ['auto', 'legacy'] as const)
  it(`speaks as the profile says, to clients of the ${mode === 'auto' ? 'newest' : 'older'} era`, async () => {
    const client = await connect(mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'resolve_capability',
      'search_capabilities',
      'resolve_schema',
    ])
    const latest = publishedOf({ ...NOTE, semver: '1.1.0' }, 2)
    expect(await call(client, 'resolve_capability', { cap_uri: 'did:nuwa:cap:note' })).toEqual({
      acp_metadata: JSON.parse(fileOf({ ...NOTE, semver: '1.1.0' }).metadata) as unknown,
      ipfs_cid: latest.cid,
      sha256: latest.sha256,
      semver: '1.1.0',
      author_did: latest.authorDid,
      votes: 0,
      block: 2,
      versions: [latest, publishedOf(NOTE, 1)].map((one) => ({
        semver: one.semver,
        ipfs_cid: one.cid,
        sha256: one.sha256,
        author_did: one.authorDid,
      })),
    })
    expect(await call(client, 'resolve_capability', { cap_uri: 'did:nuwa:cap:note@1.0.0' })).toMatchObject({
      semver: '1.0.0',
    })
    const { results } = (await call(client, 'search_capabilities', { query_string: 'nots' })) as {
      results: { score: number }[]
    }
    expect(results).toEqual([
      {
        acp_metadata: expect.objectContaining({ name: 'Note' }) as unknown,
        ipfs_cid: latest.cid,
        sha256: latest.sha256,
        score: expect.any(Number) as unknown,
        votes: 0,
        block: 2,
      },
    ])
  })

it('names the capabilities that have a schema, each with its newest version that is not yanked', async () => {
  const shared = 'did:nuwa:app:planner:state:Task#v1'
  const samples = [
    { name: 'tasks', schemaUri: shared },
    { name: 'tasks', semver: '1.1.0', schemaUri: shared },
    { name: 'tasks', semver: '1.2.0', schemaUri: shared },
    { name: 'board', schemaUri: shared },
    { name: 'thief', schemaUri: shared, author: 'did:key:zOther' },
    { name: 'later', schemaUri: 'did:nuwa:app:planner:state:Task#v2' },
  ]
  const published = samples.map((sample, at) => publishedOf(sample, 4 + at))
  const yank = { ...publishedOf(samples[2] as (typeof samples)[2], 10), kind: 'yanked', reason: 'broken' }
  await store.append(pageOf(4, 10, [...published, yank as YankedEvent]))
  await store.settle(samples.map((sample, at) => verifiedOf(sample, 4 + at)))
  const client = await connect('auto')
  const found = await call(client, 'resolve_schema', { schema_uri: shared })
  expect(found).toEqual({
    results: [publishedOf({ name: 'board', schemaUri: shared }, 7), published[1]].map((one, at) => ({
      acp_metadata: expect.objectContaining({}) as unknown,
      ipfs_cid: one?.cid,
      sha256: one?.sha256,
      semver: one?.semver,
      author_did: 'did:key:zFirst',
      block: [7, 5][at],
    })),
  })
  expect(await call(client, 'resolve_schema', { schema_uri: `${shared}.1` })).toEqual({ results: [] })
})

it('pages, filters and counts', async () => {
  const client = await connect('auto')
  const search = (input: Record<string, unknown>) =>
    call(client, 'search_capabilities', { query_string: 'keeps', ...input }) as Promise<{
      results: { ipfs_cid: string }[]
      next_cursor?: string
      facets?: unknown
    }>
  const first = await search({ limit: 1, facets: true })
  expect(first.results).toHaveLength(1)
  expect(first.facets).toMatchObject({ tags: [{ value: 'climate' }, { value: 'writing' }] })
  const second = await search({ limit: 1, cursor: first.next_cursor })
  expect(second.results).toHaveLength(1)
  expect(second.next_cursor).toBeUndefined()
  expect(second.results[0]?.ipfs_cid).not.toBe(first.results[0]?.ipfs_cid)
  expect((await search({ filters: { tags: 'climate', model_family: ['llama'] } })).results).toHaveLength(1)
  expect((await search({ filters: { permissions: ['state.create'] } })).results).toEqual([])
})

it('says of a version it lacks whether it was refused, waits, or is unknown', async () => {
  await store.claim('31337:0xabc')
  const samples = [
    { name: 'thief', schemaUri: 'did:nuwa:state:note#v1', author: 'did:key:zOther' },
    { name: 'broken' },
    { name: 'away' },
    { name: 'fresh' },
  ]
  const published = samples.map((sample, at) => publishedOf(sample, 4 + at))
  await store.append(pageOf(4, 7, published))
  const about = (at: number) => ({
    place: { block: 4 + at, logIndex: 0 },
    sha256: published[at]?.sha256 ?? '',
  })
  const next = Date.parse('2030-01-01T00:00:00Z')
  await store.settle([
    verifiedOf(samples[0] as (typeof samples)[0], 4),
    { ...about(1), kind: 'refused', reason: { code: 'package_rejected', text: 'It is not signed.' } },
    { ...about(2), kind: 'retry', reason: { code: 'ipfs_not_found', text: 'Nobody has it.' }, at: next },
  ])
  const client = await connect('auto')
  const absence = (version: string) =>
    call(client, 'resolve_capability', { cap_uri: `did:nuwa:cap:${version}` })
  const here = { registry: '31337:0xabc', block: 7 }
  expect(await absence('thief@1.0.0')).toMatchObject({
    code: 'index_not_found',
    absence: { state: 'refused', reason: { code: 'state_path_taken' }, ...here },
  })
  expect(await absence('broken@1.0.0')).toMatchObject({
    absence: { state: 'refused', reason: { code: 'package_rejected', text: 'It is not signed.' } },
  })
  expect(await absence('away@1.0.0')).toMatchObject({
    absence: { state: 'waiting', reason: { code: 'ipfs_not_found' }, next_try: '2030-01-01T00:00:00.000Z' },
  })
  expect(await absence('fresh@1.0.0')).toMatchObject({ absence: { state: 'waiting', ...here } })
  expect(await absence('note@9.0.0')).toMatchObject({ absence: { state: 'unknown', ...here } })
  expect(await absence('note@9.0.0')).not.toHaveProperty('absence.reason')
  expect(await absence('nothing')).not.toHaveProperty('absence')
})

it('explains a bad request in words, and keeps serving', async () => {
  const client = await connect('auto')
  const wrong: readonly [string, Record<string, unknown>, string][] = [
    ['resolve_capability', { cap_uri: 'did:nuwa:cap:nothing' }, 'index_not_found'],
    ['resolve_capability', { cap_uri: "note'; DROP TABLE doc" }, 'index_not_found'],
    ['resolve_capability', { cap_uri: 'did:nuwa:cap:note@9.0.0' }, 'index_not_found'],
    ['search_capabilities', { query_string: 'x', filters: { colour: 'red' } }, 'index_unknown_filter'],
    ['search_capabilities', { query_string: 'x', filters: { __proto__x: [] } }, 'index_unknown_filter'],
    ['search_capabilities', { query_string: 'x', cursor: '!' }, 'index_cursor_invalid'],
    ['search_capabilities', { query_string: 'x'.repeat(5000) }, 'index_query_too_long'],
    ['search_capabilities', {}, 'invalid_request'],
    ['search_capabilities', { query_string: 'x', limit: 1000 }, 'invalid_request'],
  ]
  for (const [name, input, code] of wrong)
    expect(await call(client, name, input)).toMatchObject({ isError: true, code })
  await expect(client.callTool({ name: 'drop', arguments: {} })).rejects.toThrow('Unknown tool')
})

it('reports its health and contents', async () => {
  const client = await connect('auto')
  const read = async (uri: string): Promise<unknown> => {
    const { contents } = await client.readResource({ uri })
    const [first] = contents
    return first !== undefined && 'text' in first ? JSON.parse(first.text) : null
  }
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
    'registry://health',
    'registry://statistics',
  ])
  expect(await read('registry://health')).toEqual({
    status: 'ok',
    block: { number: 3, hash: hashOf(3) },
    semantic: false,
    next_try: null,
  })
  expect(await read('registry://statistics')).toMatchObject({
    capabilities: 2,
    versions: { verified: 3, refused: 0, waiting: 0 },
    facets: {
      tags: [
        { value: 'climate', count: 1 },
        { value: 'writing', count: 1 },
      ],
    },
  })
})

it('limits the requests of a caller', async () => {
  let clock = 0
  const client = await connect('auto', { perMinute: 30, now: () => clock })
  const ask = () => call(client, 'search_capabilities', { query_string: 'note' })
  for (let at = 0; at < 3; at += 1) expect(await ask()).toHaveProperty('results')
  expect(await ask()).toMatchObject({ isError: true, code: 'index_busy' })
  clock += 2000
  expect(await ask()).toHaveProperty('results')
  expect(await ask()).toMatchObject({ code: 'index_busy' })
})

it('serves a program on the standard streams', async () => {
  await store.close()
  const script = `
    import { createIndexService } from ${JSON.stringify(join(import.meta.dirname, 'service/serve.ts'))}
    import { openSqliteIndex } from ${JSON.stringify(join(import.meta.dirname, 'sqlite/index.ts'))}
    const store = openSqliteIndex({ path: process.argv[1] })
    await createIndexService({ store, meaning: null, report: console.error }).stdio()`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, join(directory, 'registry-index.db')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines: string[] = []
  let rest = ''
  const line = (): Promise<string> =>
    new Promise((resolve) => {
      const look = (chunk?: Buffer): void => {
        rest += chunk === undefined ? '' : String(chunk)
        const parts = rest.split('\n')
        rest = parts.pop() ?? ''
        lines.push(...parts)
        const first = lines.shift()
        if (first === undefined) return
        child.stdout.off('data', look)
        resolve(first)
      }
      child.stdout.on('data', look)
      look()
    })
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const clientInfo = { name: 'test', version: '1' }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  })
  expect(JSON.parse(await line())).toMatchObject({
    id: 1,
    result: { serverInfo: { name: 'satchel-registry' } },
  })
  send({ method: 'notifications/initialized' })
  send({
    id: 2,
    method: 'tools/call',
    params: { name: 'resolve_capability', arguments: { cap_uri: 'did:nuwa:cap:note' } },
  })
  expect(JSON.parse(await line())).toMatchObject({
    id: 2,
    result: { structuredContent: { semver: '1.1.0' } },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
  store = openSqliteIndex({ path: join(directory, 'registry-index.db') })
}, 60_000)
