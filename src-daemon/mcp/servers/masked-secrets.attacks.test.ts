/** Attacks of a server on the secret it was given: it repeats it in other forms, in other places, and at any depth. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverDefinitionSchema } from '../../contract/servers.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { appRoot } from '../../platform/app.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'
import { connectServer } from '../testing/connect-server.ts'

const FIXTURES = join(appRoot, 'src-daemon/mcp/testing')
const PROGRAM = join(FIXTURES, 'revealing-server.mjs')
const TOKEN = 'tk"7&9zQw42Lm8'
/** Short enough to be whole in what a reader of JSON says of it. */
const HEADER = 'k7Qz42w'

let root: string
let db: Database
let guard: NetworkGuard
let servers: ServersService
let remote: ChildProcess
const uncaught: unknown[] = []
const note = (failure: unknown): void => void uncaught.push(failure)

beforeAll(async () => {
  process.on('uncaughtException', note)
  root = mkdtempSync(join(tmpdir(), 'satchel-masked-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  const values: Record<string, string> = { 'servers/token': TOKEN, 'servers/header': `Bearer ${HEADER}` }
  servers = plainServers({ root, db, guard, secret: (name) => Promise.resolve(values[name] ?? '') })
  const program = serverDefinitionSchema.parse({
    kind: 'command',
    command: process.execPath,
    args: [PROGRAM],
    env: { TOKEN: { secret: 'servers/token' } },
    grants: { read: [FIXTURES] },
  })
  await connectServer(servers, { uri: 'program', definition: program })
  remote = spawn(process.execPath, [PROGRAM, 'http'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const port = await new Promise<string>((resolve) =>
    remote.stdout?.once('data', (chunk) => {
      resolve(String(chunk).trim())
    }),
  )
  const address = serverDefinitionSchema.parse({
    kind: 'url',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { Authorization: { secret: 'servers/header' } },
  })
  await connectServer(servers, { uri: 'address', definition: address })
})
afterAll(async () => {
  remote.kill('SIGKILL')
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
  process.off('uncaughtException', note)
})

const call = (serverUri: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
  servers
    .call({ serverUri, action: 'reveal', arguments: args, signal: new AbortController().signal })
    .catch((thrown: unknown) => thrown)
const every = (value: unknown): string =>
  [
    inspect(value, { depth: 20 }),
    JSON.stringify(servers.logs('program')),
    JSON.stringify(servers.logs('address')),
  ].join('\n')

it.each(
  ['hex', 'basic', 'base64url', 'json', 'html', 'lines'].flatMap((as) =>
    [{}, { fail: true }, { refuse: true }].map((how) => [as, how] as const),
  ),
)('is told nothing of it in %s, %j', async (as, how) => {
  const said = every(await call('program', { as, ...how }))
  expect(said).toContain('•••')
  const written = [
    TOKEN,
    Buffer.from(TOKEN).toString('hex'),
    // Without what other bytes decide, too.
    Buffer.from(`api:${TOKEN}`).toString('base64').slice(6, -4),
    Buffer.from(`>${TOKEN}`).toString('base64url').slice(2, -4),
    JSON.stringify(TOKEN).slice(1, -1),
    TOKEN.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  ]
  for (const form of written) {
    expect(said).not.toContain(form)
    expect(said).not.toContain(JSON.stringify(form).slice(1, -1))
  }
})

it.each(['broken', 'type', 'status'])('learns nothing of it from an unreadable answer: %s', async (via) => {
  const answered = await call('address', { via })
  expect(answered).toBeInstanceOf(Error)
  expect(every(answered)).not.toContain(HEADER)
})

it.each([2000, 3000, 100_000])('ends nothing by a result %i deep', async (depth) => {
  await call('program', { depth })
  expect(uncaught).toEqual([])
  // A server that nests too deep may be ended; its owner starts it again.
  await servers.restart('program')
  expect(await call('program', {})).not.toBeInstanceOf(Error)
})
