import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'
import { connectServer } from '../testing/connect-server.ts'

const fixtures = join(appRoot, 'src-daemon/mcp/testing')

let root: string
let db: Database
let guard: NetworkGuard
let servers: ServersService
let now: Date

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-sight-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  now = new Date('2026-05-01T12:00:00Z')
  servers = plainServers({ root, db, guard, now: () => now })
})
afterEach(async () => {
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const connect = (manner: string) =>
  connectServer(servers, {
    uri: 'telling',
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(fixtures, 'telling-server.mjs'), manner],
      env: {},
      cwd: null,
      grants: { read: [fixtures], write: [], hosts: [], unsandboxed: false },
    },
  })
/** Calls its tool, which returns how often its tools were listed. */
const lists = async (change = false): Promise<unknown> => {
  const { signal } = new AbortController()
  const answer = await servers.call({
    serverUri: 'telling',
    action: 'lists',
    arguments: { change },
    signal,
  })
  return answer['lists']
}
const pass = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds)
}

it('a server that announces changes is not asked again for ten seconds, and never trusted for longer', async () => {
  await connect('tells')
  expect([await lists(), await lists()]).toEqual([1, 1])
  pass(10_001)
  expect([await lists(), await lists()]).toEqual([2, 2])
  pass(-60_000)
  expect(await lists()).toBe(3)
  await servers.restart('telling')
  expect([await lists(), await lists()]).toEqual([1, 1])
})

it('its notification takes effect for the very next call', async () => {
  await connect('tells')
  await lists(true)
  await expect(lists()).rejects.toMatchObject({ code: 'server_changed' })
  const [tool] = servers.get('telling')?.tools ?? []
  expect(tool).toMatchObject({ status: 'changed' })
  servers.accept({ uri: 'telling', tools: [{ name: 'lists', sha256: tool?.sha256 ?? '' }] })
  expect(await lists()).toEqual(expect.any(Number))
})

it('one that promised notifications but sends none is detected after ten seconds', async () => {
  await connect('keeps_quiet')
  await lists(true)
  expect(await lists()).toBe(1)
  pass(10_001)
  await expect(lists()).rejects.toMatchObject({ code: 'server_changed' })
})

it('one that promises no notifications is asked before each call', async () => {
  await connect('promises_nothing')
  expect([await lists(), await lists()]).toEqual([2, 3])
  await lists(true)
  await expect(lists()).rejects.toMatchObject({ code: 'server_changed' })
})
