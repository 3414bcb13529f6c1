import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { testOwner } from '../../../identity/devices/testing.ts'
import { createMemorySigner } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import type { SchemaSource } from '../../../contract/settings.ts'
import { packageText, signed, testAuthor } from '../../../packages/testing.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { openMarket, type MarketInput, type TestMarket } from '../../../testing/market.ts'
import { serve } from '../../ipfs/testing/http-server.ts'

export const TASK = 'did:nuwa:app:planner:state:Task#v1'
export const TASK_2 = 'did:nuwa:app:planner:state:Task#v2'

/** A schema that takes objects of the test. */
export const schemaOf = (uri: string, more: object = {}): object => ({
  $id: uri,
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' }, text: { type: 'string' } },
  required: ['id'],
  ...more,
})

/** A capability with that schema, signed even if it is invalid. */
export const packageWith = (
  schema: object,
  { name = 'tasks', signer = testAuthor }: { name?: string; signer?: Signer } = {},
): Promise<Uint8Array> => {
  const text = packageText({ schema: `schema: |\n  ${JSON.stringify(schema)}\n` })
  return signed(text.replaceAll('diary', name).replaceAll('Diary', name), signer)
}

/** Answers each Schema URI with its file, and 404 for the others. */
export const files =
  (byUri: Readonly<Record<string, Uint8Array>>): RequestListener =>
  (request, response) => {
    const uri = new URL(request.url ?? '', 'http://here').searchParams.get('uri') ?? ''
    const file = byUri[uri]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }

export const web = (url: string, name = 'web'): SchemaSource => ({ kind: 'web', name, enabled: true, url })
export const outcomes = (attempts: readonly { source: string; outcome: string }[]) =>
  attempts.map(({ source, outcome }) => `${source} ${outcome}`)

/** Sources of schemas and a service that asks them, for the tests of a file. */
export const useSources = () => {
  // Its devices sign change sets.
  testOwner('owner')
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

  const open = (
    name: string,
    sources: readonly SchemaSource[],
    more: Partial<MarketInput> = {},
  ): TestMarket => {
    const made = openMarket({
      dir: join(dir, name),
      catalogues: [],
      schemaSources: sources,
      owner: createMemorySigner(sha256('test owner')),
      ...more,
    })
    ends.push(() => made.close())
    return made
  }

  /** A server of this test, and how often it was asked. */
  const serving = async (listener: RequestListener) => {
    const asked: string[] = []
    const server = await serve((request, response) => {
      asked.push(request.url ?? '')
      listener(request, response)
    })
    ends.push(() => server.close())
    const { port } = new URL(server.url)
    return { asked, url: `http://127.0.0.1:${port}/schemas`, port }
  }

  return {
    /** A folder of the test's own. */
    folder: () => dir,
    open,
    serving,
  }
}
