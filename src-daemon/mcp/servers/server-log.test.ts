import type { LookupAddress } from 'node:dns'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { serverDefinitionSchema } from '../../contract/servers.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { createSandbox, type SandboxDeps } from '../../sandbox/sandbox.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { connectServer } from '../testing/connect-server.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'

const PROGRAM = join(appRoot, 'src-daemon/mcp/testing/wanting-server.mjs')

let root: string
let db: Database
let guard: NetworkGuard
let servers: ServersService
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-refused-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  const atHome: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]
  const resolve = ((
    name: string,
    _options: object,
    done: (error: Error | null, all: LookupAddress[]) => void,
  ) => {
    if (name === 'away.example') done(new Error('ENOTFOUND'), [])
    else done(null, atHome)
  }) as unknown as SandboxDeps['resolve']
  servers = plainServers({
    root,
    db,
    guard,
    sandbox: createSandbox({
      places: { home: join(root, 'home'), dataDir: join(root, 'data') },
      runDir: root,
      searchPath: process.env['PATH'] ?? '',
      resolve,
    }),
  })
})
afterEach(async () => {
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

it('a log names the started program, and each unreachable host once, with the reason', async () => {
  const definition = serverDefinitionSchema.parse({
    kind: 'command',
    command: process.execPath,
    args: [PROGRAM],
    grants: { read: [join(appRoot, 'src-daemon/mcp/testing')], hosts: ['API.example', 'away.example'] },
  })
  await connectServer(servers, { uri: 'wanting', definition })
  const { signal } = new AbortController()
  for (const host of ['docs.example:443', 'docs.example:443', 'api.example:443', 'away.example:443'])
    await expect(
      servers.call({ serverUri: 'wanting', action: 'look', arguments: { host }, signal }),
    ).rejects.toMatchObject({ code: 'server_tool_failed', details: { problem: 'fetch failed' } })
  const lines = servers.logs('wanting').map(({ text }) => text)
  expect(lines).toEqual([
    `$ ${process.execPath} ${PROGRAM}`,
    'docs.example: refused, because it is not among the hosts of this server',
    'api.example: refused, because its address is not public',
    'away.example: not reached',
  ])
})
