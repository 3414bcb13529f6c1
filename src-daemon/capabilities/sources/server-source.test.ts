import { OWNER } from '../core/principal.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import type { ServersService } from '../../mcp/index.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { installedPackage } from '../../testing/installed-package.ts'
import { testAuthorizations, testIdentity } from '../../testing/owner.ts'
import { toInvokeError } from '../core/failure.ts'
import type { CapabilitySource } from '../core/types.ts'
import { plainState } from '../../state/testing.ts'
import { plainServers } from '../../mcp/testing/plain-servers.ts'
import { plainAcpSource } from '../testing.ts'
import { connectServer } from '../../mcp/testing/connect-server.ts'

const SERVICE = 'did:nuwa:mcp:test:v1'
const fixtures = join(appRoot, 'src-daemon/mcp/testing')
const REF = { capability_id: 'acp:helper/do', version: '1.0.0' }

const helper: AcpPackage = {
  sha256: 'ab12',
  name: 'helper',
  capUri: 'did:nuwa:cap:helper',
  version: '1.0.0',
  title: 'Helper',
  description: '',
  author: { did: 'did:key:z', keyId: 'did:key:z#z' },
  triggers: [],
  examples: [],
  memoryScope: 'sc:helper',
  permissions: { require: [], option: [] },
  llmRequirements: { modelFamily: [], minContextWindow: null, requiredFeatures: [] },
  schema: {},
  schemaUri: 'did:nuwa:state:helper#v1',
  prompt: '',
  tools: [
    {
      name: 'do',
      description: 'Does.',
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
    },
  ],
  bindings: { do: { type: 'mcp_service', service_uri: SERVICE, mcp_action: 'act' } },
}

let root: string
let db: Database
let servers: ServersService
let source: CapabilitySource
const guard = createNetworkGuard()
const owner = testIdentity()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-source-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  servers = plainServers({ root, db, guard })
  source = plainAcpSource({
    packages: {
      installed: () => [installedPackage(helper)],
      get: () => helper,
      authorTrust: () => 'known',
      onChange: () => () => undefined,
    },
    state: plainState({ db, ownerDid: () => 'did:key:owner' }),
    authorizations: testAuthorizations(db, owner),
    servers,
  })
})
afterEach(async () => {
  await servers.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const connect = (mode: string) =>
  connectServer(servers, {
    uri: SERVICE,
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(fixtures, 'hostile-server.mjs'), mode],
      env: {},
      cwd: null,
      grants: { read: [fixtures], write: [], hosts: [], unsandboxed: false },
    },
  })
const run = () =>
  source.run(
    REF,
    { what: 'this' },
    {
      caller: 'internal',
      principal: OWNER,
      turn: null,
      signal: new AbortController().signal,
      hide: () => undefined,
      pieces: () => (piece) => piece,
      ask: () => Promise.resolve({ action: 'cancel' }),
      sample: () => Promise.resolve(null),
      extract: () => Promise.resolve({}),
    },
  )

it('shows the tool of a service while that is connected, and says what is missing while it is not', async () => {
  const listed = () => source.list().map(({ capability_id: id }) => id)
  let told = 0
  source.onChange?.(() => (told += 1))
  expect(listed()).toEqual(['acp:helper'])
  expect(source.describe(REF.capability_id, REF.version)).toBeNull()
  expect(source.explain?.(REF)).toContain(SERVICE)
  await connect('plain')
  expect(listed()).toEqual(['acp:helper', 'acp:helper/do'])
  expect((await run()).output).toEqual({ text: 'acted on this' })
  const before = told
  await run()
  expect(told).toBe(before) // a call changes nothing of what there is
  await servers.remove(SERVICE)
  expect(listed()).toEqual(['acp:helper'])
})

it('takes a call for the strictest until its owner trusts that the tool only reads, and then for another tool', async () => {
  await connect('plain')
  const before = source.definition(REF)
  expect(source.effect(REF, {})).toMatchObject({ effect: 'process', always: false, target: SERVICE })
  expect(source.describe(REF.capability_id, REF.version)).toMatchObject({ x_effect: 'process' })
  servers.trust(SERVICE, true)
  expect(source.effect(REF, {})).toMatchObject({ effect: 'network_read' })
  expect(source.effect(REF, {}).sentence).toContain('you trust it')
  await connect('plain').catch(() => undefined) // exists
  await servers.change({
    uri: SERVICE,
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(fixtures, 'hostile-server.mjs'), 'structured'],
      env: {},
      cwd: null,
      grants: { read: [fixtures], write: [], hosts: [], unsandboxed: false },
    },
  })
  // What was allowed was allowed for the other program; and this one is not trusted.
  expect(source.definition(REF)?.hash).not.toBe(before?.hash)
  expect(source.definition(REF)?.owner).not.toBe(before?.owner)
  expect(source.effect(REF, {})).toMatchObject({ effect: 'process' })
})

it('tells a caller what failed, but not how it is run or what it wrote', async () => {
  await connect('exits')
  const failure = toInvokeError(await run().catch((thrown: unknown) => thrown), 'en')
  expect(failure).toMatchObject({ code: 'EXECUTION_FAILED', details: { code: 'server_ended', exitCode: 7 } })
  expect(JSON.stringify(failure)).not.toContain(fixtures)
  await servers.remove(SERVICE)
  await connect('changes')
  expect(toInvokeError(await run().catch((thrown: unknown) => thrown), 'en')).toMatchObject({
    code: 'PERMISSION_DENIED',
    details: { code: 'server_changed' },
  })
  expect(source.deadlineMs?.(REF)).toBeGreaterThan(60_000)
})

it('hides a tool whose service has it switched off, and refuses a call before the service is started for it', async () => {
  await connect('plain')
  servers.setToolEnabled({ uri: SERVICE, tool: 'act', enabled: false })
  expect(source.list().map(({ capability_id: id }) => id)).toEqual(['acp:helper'])
  expect(source.permission(REF, { caller: 'internal', principal: OWNER, turn: null })).toMatchObject({
    code: 'server_tool_off',
  })
  await servers.stop(SERVICE)
  await expect(run()).rejects.toMatchObject({ code: 'server_tool_off' })
  expect(servers.get(SERVICE)?.state).toEqual({ kind: 'stopped' })
})
