import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appRoot } from '../../platform/app.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { serverDefinitionSchema, type ServerDefinition } from '../../contract/servers.ts'
import { plainServers } from '../testing/plain-servers.ts'
import type { ServersService } from './types.ts'
import { connectServer } from '../testing/connect-server.ts'

const FIXTURES = join(appRoot, 'src-daemon/mcp/testing')
const PROGRAM = join(FIXTURES, 'revealing-server.mjs')
/** With what has another form in JSON and in addresses. */
const TOKEN = 'tok "3n/ +é'
const FORMS = [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64').replace(/=+$/, '')]

let root: string
let db: Database
let guard: NetworkGuard
let servers: ServersService
let remote: ChildProcess | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-masked-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
})
afterEach(async () => {
  remote?.kill('SIGKILL')
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const startRemote = async (): Promise<string> => {
  const child = spawn(process.execPath, [PROGRAM, 'http'], { stdio: ['ignore', 'pipe', 'ignore'] })
  remote = child
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => {
      resolve(String(chunk).trim())
    }),
  )
  return `http://127.0.0.1:${port}/mcp`
}

const program = (): ServerDefinition =>
  serverDefinitionSchema.parse({
    kind: 'command',
    command: process.execPath,
    args: [PROGRAM],
    env: { TOKEN: { secret: 'servers/token' } },
    grants: { read: [FIXTURES] },
  })

/** Everything that comes of a server: to callers, to the log, to what is kept. */
const everything = async (): Promise<{ said: string; answered: string }> => {
  const added = await connectServer(servers, { uri: 'reveals', definition: program() })
  return everyAnswer(added)
}
const everyAnswer = async (added: unknown): Promise<{ said: string; answered: string }> => {
  const progress: unknown[] = []
  const call = (args: Record<string, unknown>) =>
    servers
      .call({
        serverUri: 'reveals',
        action: 'reveal',
        arguments: args,
        signal: new AbortController().signal,
        onProgress: (one) => progress.push(one),
      })
      .catch((thrown: unknown) => thrown)
  const answered = await call({})
  const answers = [answered, await call({ fail: true }), await call({ refuse: true })]
  const said = [added, ...answers, progress, servers.get('reveals'), servers.logs('reveals')].map((one) =>
    JSON.stringify(one instanceof SatchelError ? [toErrorView(one, 'en'), String(one.cause)] : one),
  )
  const kept = db.prepare('SELECT * FROM servers').all()
  return { said: [...said, JSON.stringify(kept)].join('\n'), answered: JSON.stringify(answered) }
}

const expectNoSecret = ({ said, answered }: { said: string; answered: string }): void => {
  expect(answered).toContain('•••')
  for (const form of FORMS)
    for (const written of [form, JSON.stringify(form).slice(1, -1)]) expect(said).not.toContain(written)
}

it('a program’s secret is in nothing it says: results, failures, descriptions, progress and log', async () => {
  servers = plainServers({ root, db, guard, secret: () => Promise.resolve(TOKEN) })
  expectNoSecret(await everything())
})

it('nor is the one in the header of an address, with or without the word before it', async () => {
  const url = await startRemote()
  const header = `Bearer ${encodeURIComponent(TOKEN)}`
  servers = plainServers({ root, db, guard, secret: () => Promise.resolve(header) })
  const definition = serverDefinitionSchema.parse({
    kind: 'url',
    url,
    headers: { Authorization: { secret: 'servers/token' } },
  })
  const result = await everyAnswer(await connectServer(servers, { uri: 'reveals', definition }))
  expect(result.answered).toContain('•••')
  expect(result.said).not.toContain(encodeURIComponent(TOKEN))
})
