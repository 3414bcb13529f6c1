import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { sandboxGrantsSchema } from '../../contract/sandbox.ts'
import { createServices } from './servers.ts'
import type { ServicesService } from './types.ts'
import type { ServiceDefinition } from '../../contract/servers.ts'
import type { ServiceNotice } from '../../contract/server-offers.ts'

const fixtures = join(appRoot, 'src-daemon/mcp/testing')
const guard = createNetworkGuard()
let root: string
let db: Database
let services: ServicesService

const definition: ServiceDefinition = {
  kind: 'command',
  command: process.execPath,
  args: [join(fixtures, 'offering-server.mjs')],
  env: {},
  cwd: null,
  grants: sandboxGrantsSchema.parse({ read: [fixtures] }),
}
const open = () =>
  createServices({
    db,
    guard,
    now: () => new Date(),
    language: () => 'en',
    sandbox: createSandbox({
      places: { home: join(root, 'home'), dataDir: join(root, 'data') },
      runDir: root,
      searchPath: process.env['PATH'] ?? '',
    }),
    secret: () => Promise.resolve(''),
    resolveDid: () => Promise.resolve({}),
  })

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'satchel-offers-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  services = open()
  await services.add({ uri: 'notes', definition })
})
afterEach(async () => {
  await services.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

it('starts the server for what is asked of it, and knows none that is not connected', async () => {
  await services.stop('notes')
  expect((await services.resources('notes')).resources).toHaveLength(2)
  expect(await services.readResource({ uri: 'notes', resource: 'note:///1' })).toMatchObject({
    contents: [{ text: 'what is in note:///1' }],
  })
  expect((await services.prompts('notes')).prompts).toHaveLength(1)
  const { messages } = await services.prompt({ uri: 'notes', name: 'greet', arguments: { who: 'Ana' } })
  expect(messages[0]?.content).toEqual({ kind: 'words', text: 'Greet Ana' })
  await expect(services.resources('other')).rejects.toMatchObject({ code: 'service_unknown' })
})

it('tells what has changed to those who watch it, until the server is gone', async () => {
  const notices: ServiceNotice[] = []
  services.onNotice((notice) => notices.push(notice))
  const seen: string[] = []
  const stop = new AbortController()
  const watching = (async () => {
    for await (const event of services.watchResource({ uri: 'notes', resource: 'note:///1' }, stop.signal))
      seen.push(event)
  })()
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['watching', 'changed'])
  await expect
    .poll(() => notices.map(({ kind }) => kind).sort(), { timeout: 20_000 })
    .toEqual(['prompts', 'resource', 'resource', 'resources', 'tools'])
  await services.stop('notes')
  await watching

  const again = services.watchResource({ uri: 'other', resource: 'x' }, stop.signal)
  await expect(again[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'service_unknown' })
})

it('ends watching when nobody watches any more, and the server stays', async () => {
  const stop = new AbortController()
  const events = services.watchResource({ uri: 'notes', resource: 'note:///1' }, stop.signal)
  const reader = events[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe('watching')
  stop.abort()
  expect((await reader.next()).done).toBe(true)
  await expect
    .poll(() => services.logs('notes').map(({ text }) => text), { timeout: 20_000 })
    .toContain('watched: 0')
  expect(services.get('notes')?.state.kind).toBe('running')
})

it('keeps what its owner lets it have over a restart, for as long as it is reached the same way', async () => {
  expect(services.get('notes')?.allowed).toEqual({ sampling: false, logLevel: null })
  await services.allow({ uri: 'notes', sampling: true })
  await services.allow({ uri: 'notes', logLevel: 'error' })
  await services.close()
  services = open()
  expect(services.get('notes')?.allowed).toEqual({ sampling: true, logLevel: 'error' })
  await services.change({ uri: 'notes', definition })
  expect(services.get('notes')?.allowed).toEqual({ sampling: false, logLevel: null })
  await expect(services.allow({ uri: 'other', sampling: true })).rejects.toMatchObject({
    code: 'service_unknown',
  })
})
