import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { sandboxGrantsSchema } from '../../contract/sandbox.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import type { ServerNotice } from '../../contract/server-offers.ts'
import { connectServer } from '../testing/connect-server.ts'

const fixtures = join(appRoot, 'src-daemon/mcp/testing')
const guard = createNetworkGuard()
let root: string
let db: Database
let servers: ServersService

const definition: ServerDefinition = {
  kind: 'command',
  command: process.execPath,
  args: [join(fixtures, 'offering-server.mjs')],
  env: {},
  cwd: null,
  grants: sandboxGrantsSchema.parse({ read: [fixtures] }),
}
const open = () => plainServers({ root, db, guard })

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'satchel-offers-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  servers = open()
  await connectServer(servers, { uri: 'notes', definition })
})
afterEach(async () => {
  await servers.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

it('starts the server for a request, and knows only connected ones', async () => {
  await servers.stop('notes')
  expect((await servers.resources('notes')).resources).toHaveLength(2)
  expect(await servers.readResource({ uri: 'notes', resource: 'note:///1' })).toMatchObject({
    contents: [{ text: 'what is in note:///1' }],
  })
  expect((await servers.prompts('notes')).prompts).toHaveLength(1)
  const { messages } = await servers.prompt({ uri: 'notes', name: 'greet', arguments: { who: 'Ana' } })
  expect(messages[0]?.content).toEqual({ kind: 'words', text: 'Greet Ana' })
  await expect(servers.resources('other')).rejects.toMatchObject({ code: 'server_unknown' })
})

it('notifies watchers of changes until the server ends', async () => {
  const notices: ServerNotice[] = []
  servers.onNotice((notice) => notices.push(notice))
  const seen: string[] = []
  const stop = new AbortController()
  const watching = (async () => {
    for await (const event of servers.watchResource({ uri: 'notes', resource: 'note:///1' }, stop.signal))
      seen.push(event)
  })()
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['watching', 'changed'])
  await expect
    .poll(() => notices.map(({ kind }) => kind).sort(), { timeout: 20_000 })
    .toEqual(['prompts', 'resource', 'resource', 'resources', 'tools'])
  await servers.stop('notes')
  await watching

  const again = servers.watchResource({ uri: 'other', resource: 'x' }, stop.signal)
  await expect(again[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'server_unknown' })
})

it('ends watching with the last watcher, and the server stays', async () => {
  const stop = new AbortController()
  const events = servers.watchResource({ uri: 'notes', resource: 'note:///1' }, stop.signal)
  const reader = events[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe('watching')
  stop.abort()
  expect((await reader.next()).done).toBe(true)
  await expect
    .poll(() => servers.logs('notes').map(({ text }) => text), { timeout: 20_000 })
    .toContain('watched: 0')
  expect(servers.get('notes')?.state.kind).toBe('running')
})

it('keeps its allowances across a restart if it is reached the same way', async () => {
  expect(servers.get('notes')?.allowed).toEqual({
    sampling: false,
    logLevel: null,
    timeoutSeconds: null,
    appOrigins: [],
  })
  await servers.allow({ uri: 'notes', sampling: true })
  await servers.allow({ uri: 'notes', logLevel: 'error' })
  await servers.close()
  servers = open()
  expect(servers.get('notes')?.allowed).toEqual({
    sampling: true,
    logLevel: 'error',
    timeoutSeconds: null,
    appOrigins: [],
  })
  await servers.change({ uri: 'notes', definition })
  expect(servers.get('notes')?.allowed).toEqual({
    sampling: false,
    logLevel: null,
    timeoutSeconds: null,
    appOrigins: [],
  })
  await expect(servers.allow({ uri: 'other', sampling: true })).rejects.toMatchObject({
    code: 'server_unknown',
  })
})
