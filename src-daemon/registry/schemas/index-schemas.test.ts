/** Schemas through an index: by their URI, from an index that lies, and from one that is older. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenForPrograms } from '../../api/index.ts'
import type { SchemaSource } from '../../contract/settings.ts'
import { rejectionOf } from '../../state/testing.ts'
import { openMarket, type TestMarket } from '../../testing/market.ts'
import { testKeyOf } from '../../testing/owner.ts'
import { createIndexService } from '../indexer/index.ts'
import { openSqliteIndex } from '../indexer/sqlite/index.ts'
import { pageOf } from '../indexer/testing/events.ts'
import { publishedPackage, type PublishedPackage } from '../indexer/testing/published.ts'
import { verifyPublished } from '../indexer/verifying/verify.ts'
import { openBlockFolder } from '../ipfs/testing/block-folder.ts'
import { startGateway } from '../ipfs/testing/gateway-server.ts'

const TASK = 'did:nuwa:app:planner:state:Task#v1'
const OWN = 'did:nuwa:state:habits#v1'

let dir: string
let ends: (() => Promise<unknown>)[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'satchel-schemas-'))
  ends = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  rmSync(dir, { recursive: true })
})

/** An index of these packages over their files; `lie` changes what its answers say. */
const indexOf = async (
  packages: readonly PublishedPackage[],
  lie: (text: string) => string = (text) => text,
): Promise<{ url: string; gateway: string }> => {
  const store = openSqliteIndex({ path: join(dir, 'registry-index.db') })
  const events = packages.map(({ event }, at) => event(at + 1)(0))
  await store.append(pageOf(1, packages.length, events))
  const blocks = openBlockFolder(join(dir, 'blocks'))
  for (const [at, { bytes }] of packages.entries()) {
    await blocks.put(bytes)
    const event = events[at]
    if (event === undefined) continue
    const verdict = await verifyPublished(event, bytes, testKeyOf)
    if (verdict.kind !== 'verified') throw new Error(JSON.stringify(verdict.reason))
    const { block, logIndex, sha256 } = event
    await store.settle([{ kind: 'verified', place: { block, logIndex }, sha256, file: verdict.file }])
  }
  const http = await createIndexService({ store, meaning: null, report: () => undefined }).http()
  const listening = await listenForPrograms({
    port: 0,
    answer: async (request) => {
      const { status, headers, body } = await http.answer(request)
      const told = new Headers(headers)
      told.delete('content-length')
      const text = body === null ? null : lie(await new Response(body).text())
      return new Response(text, { status, headers: told })
    },
  })
  const gateway = await startGateway(blocks)
  ends.push(async () => {
    await listening.close()
    await http.close()
    await gateway.close()
    await store.close()
  })
  return { url: `http://127.0.0.1:${String(listening.port)}/mcp`, gateway: gateway.url }
}

const open = ({ url, gateway }: { url: string; gateway: string }): TestMarket => {
  const source: SchemaSource = { kind: 'index', name: 'mine', enabled: true, indexer: url }
  const made = openMarket({
    dir: join(dir, 'a'),
    catalogues: [],
    schemaSources: [source],
    ipfs: { gateways: [gateway] },
  })
  ends.push(() => made.close())
  return made
}

it('come from the file that the index names, of whatever version has them', async () => {
  const index = await indexOf([
    await publishedPackage({ name: 'tasks', schemaUri: TASK }),
    await publishedPackage({ name: 'habits' }),
  ])
  const { schemas, state } = open(index)
  const found = await schemas.find(TASK)
  expect(found).toMatchObject({ source: 'mine', owner: 'did:nuwa:cap:tasks', package: { name: 'tasks' } })
  schemas.add({ uri: TASK, hash: found.hash })
  expect(state.schemas.here(TASK)?.owner).toBe('did:nuwa:cap:tasks')
  expect((await schemas.find(OWN)).package?.name).toBe('habits')
  expect((await rejectionOf(schemas.find('did:nuwa:app:planner:state:Task#v9'))).code).toBe(
    'schema_not_found',
  )
})

it('are refused from a file that has another one than the index says', async () => {
  const index = await indexOf(
    [await publishedPackage({ name: 'habits' }), await publishedPackage({ name: 'tasks', schemaUri: TASK })],
    // The index answers with habits when tasks is wanted.
    (text) => text.replaceAll('did:nuwa:cap:tasks@', 'did:nuwa:cap:habits@'),
  )
  expect((await rejectionOf(open(index).schemas.find(TASK))).code).toBe('registry_file_differs')
})

it('are found by the name of their capability in an index from before schemas could be looked up', async () => {
  const index = await indexOf([
    await publishedPackage({ name: 'habits' }),
    await publishedPackage({ name: 'habits', semver: '2.0.0', schemaUri: 'did:nuwa:state:habits#v2' }),
    await publishedPackage({ name: 'tasks', schemaUri: TASK }),
  ])
  const older = await withoutTool(index)
  const { schemas } = open(older)
  expect(await schemas.find(OWN)).toMatchObject({ package: { name: 'habits', version: '1.0.0' } })
  // The name of an app says nothing about its capabilities.
  expect((await rejectionOf(schemas.find(TASK))).code).toBe('schema_sources_silent')
})

/** The same index, which doesn't know that tool. */
const withoutTool = async ({ url, gateway }: { url: string; gateway: string }) => {
  const listening = await listenForPrograms({
    port: 0,
    answer: async (request) => {
      const body = request.body === null ? null : await new Response(request.body).text()
      const headers = new Headers(request.headers)
      headers.delete('host')
      headers.delete('content-length')
      headers.delete('connection')
      const answer = await fetch(url, {
        method: request.method,
        headers,
        body: body?.replaceAll('resolve_schema', 'resolve_nothing') ?? null,
      })
      const told = new Headers(answer.headers)
      told.delete('content-length')
      told.delete('transfer-encoding')
      return new Response(await answer.text(), { status: answer.status, headers: told })
    },
  })
  ends.push(() => listening.close())
  return { url: `http://127.0.0.1:${String(listening.port)}/mcp`, gateway }
}
