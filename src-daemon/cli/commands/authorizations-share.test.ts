import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { authorizationSchema } from '../../contract/authorizations.ts'
import { createDidAuthService } from '../../agents/index.ts'
import { createMemorySigner } from '../../identity/index.ts'
import { packageText, signed } from '../../packages/testing.ts'
import { openDatabase } from '../../storage/index.ts'
import { runCli } from '../../testing/cli.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000
const DIARY = 'did:nuwa:state:diary#v1'
const VERBS = ['state.create', 'state.query', 'state.update']

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterEach(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

const satchel = (...args: string[]) => runCli(env, ...args)
const delegate = (...args: string[]) => satchel('authorizations', 'delegate', ...args, '--yes')

/** Installs a package that keeps `name` objects, with that visibility. */
const install = async (name: string, visibility: string) => {
  const tools = VERBS.map(
    (verb) => `  - type: function
    function: {name: ${verb}, description: ${verb}, parameters: {type: object}}\n`,
  ).join('')
  const text = packageText({
    meta: `  permissions:\n    require: ${JSON.stringify(VERBS)}\n`,
    builtIn: tools,
  })
    .replace(
      '"type": "object", "properties"',
      `"type": "object", "x-visibility": "${visibility}", "properties"`,
    )
    .replaceAll('diary', name)
    .replaceAll('Diary', name)
  const file = join(home.paths.dataDir, `${name}.acp.yaml`)
  writeFileSync(file, await signed(text))
  return satchel('cap', 'install', file, '--yes')
}
const read = async () => {
  const query = JSON.stringify({ query: { from: DIARY } })
  const { stdout } = await satchel('--json', 'cap', 'invoke', 'acp:reader/state.query', query)
  const { ok, output } = z
    .object({ ok: z.boolean(), output: z.object({ items: z.array(z.unknown()) }).nullable() })
    .parse(JSON.parse(stdout))
  return ok ? output?.items.length : 'refused'
}

it(
  'lets a capability read what another keeps, from delegating to revoking, and no later one of its name',
  { timeout: TIMEOUT },
  async () => {
    const review = await install('diary', 'shared')
    expect(review.stdout + review.stderr).toContain('can be used by others, if you share them')
    await install('reader', 'private')
    await satchel('state', 'create', DIARY, '{"text":"dear diary"}')
    expect(await read()).toBe('refused')

    const to = ['--to', 'reader', '--schema', DIARY]
    expect((await satchel('authorizations', 'delegate', ...to, '--allow', 'read')).stderr).toContain(
      'needs_consent',
    )
    expect((await delegate(...to)).code).toBe(2)
    expect((await delegate(...to, '--allow', 'read', '--until', '2020-01-01')).code).toBe(2)
    expect(
      (await delegate('--to', 'diary', '--schema', 'did:nuwa:state:reader#v1', '--allow', 'read')).stderr,
    ).toContain('schema_private')
    const shared = await delegate(...to, '--allow', 'read', '--days', '2')
    expect(shared.stdout).toContain('satchel authorizations revoke urn:uuid:')
    expect(await read()).toBe(1)

    const list = async () =>
      z
        .array(authorizationSchema)
        .parse(JSON.parse((await satchel('--json', 'authorizations', 'list')).stdout))
        .find(({ controller, revokedAt }) => controller === 'did:nuwa:cap:reader' && revokedAt === null)
    const { id = '' } = (await list()) ?? {}
    await satchel('authorizations', 'revoke', id, '--yes')
    expect(await read()).toBe('refused')

    await delegate(...to, '--allow', 'write')
    expect(await read()).toBe(1)
    await satchel('cap', 'remove', 'reader', '--purge', '--yes')
    expect(await list()).toBeUndefined()
    await install('reader', 'private')
    expect(await read()).toBe('refused')
  },
)

it(
  'lets another agent read with the documents it was given, until they are revoked',
  { timeout: TIMEOUT },
  async () => {
    await install('diary', 'shared')
    await satchel('state', 'create', DIARY, '{"text":"dear diary"}')
    const port = String(await freePort())
    await satchel('agents', 'serve', '--port', port, '--yes')

    const agent = createMemorySigner()
    const given = await delegate('--to', agent.did, '--schema', DIARY, '--allow', 'read')
    const authorization = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(given.stdout))
    const ask = agentOf(agent, port)
    const query = { from: DIARY, where: { text: { $startsWith: 'dear' } } }
    expect(await ask('diary/state.query', { query, authorization })).toMatchObject({
      result: { items: [{ object: { text: 'dear diary' } }] },
    })
    expect(await ask('diary/state.query', { query })).toMatchObject({
      error: { code: expect.any(Number) as number },
    })
    expect(await ask('diary/state.create', { object: { text: 'forged' }, authorization })).toMatchObject({
      error: { message: expect.stringContaining('state.create') as string },
    })
    const activity = await satchel('--json', 'activity', 'list', '--limit', '3')
    expect(activity.stdout).toContain(String(authorization[0]?.['id']))

    await satchel('authorizations', 'revoke', String(authorization[0]?.['id']), '--yes')
    expect(await ask('diary/state.query', { query, authorization })).toMatchObject({
      error: { message: expect.stringContaining('revoked') as string },
    })
  },
)

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Calls as that agent, with a header it signs for each call. */
const agentOf = (signer: ReturnType<typeof createMemorySigner>, port: string) => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const nobody = () => Promise.reject(new Error('no DID is resolved'))
  const auth = createDidAuthService({
    db,
    dids: { resolve: nobody, key: nobody },
    identity: { signer: () => signer },
    now: () => new Date(),
  })
  return async (operation: string, params: Record<string, unknown>): Promise<unknown> => {
    const audience = `did:web:localhost%3A${port}`
    const header = await auth.create({ operation, params, audience, requester: 'test' })
    const response = await fetch(`http://localhost:${port}/a2a`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: header },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: operation, params }),
    })
    return response.json()
  }
}
