import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import type { DaemonClient } from '../../client/index.ts'
import { httpTool, packageText, signed } from '../../packages/testing.ts'
import { runCli, runCliWithInput } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000
const SECRET = 'tok-9f8e7d6c5b4a'

/** Two services over TLS: one answers with the headers it received, or redirects to the other. */
interface Service {
  readonly server: Server
  readonly seen: IncomingMessage[]
  readonly host: string
}
const open = async (answer: (request: IncomingMessage) => { location?: string }): Promise<Service> => {
  const seen: IncomingMessage[] = []
  const server = createServer(localhostTls, (request, response) => {
    seen.push(request)
    const { location } = answer(request)
    if (location === undefined) response.end(JSON.stringify({ echo: request.headers, url: request.url }))
    else response.writeHead(307, { location }).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, seen, host: `localhost:${String((server.address() as AddressInfo).port)}` }
}

let home: ReturnType<typeof tempHome>
let files: string
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let client: DaemonClient
let own: Service
let other: Service
beforeAll(async () => {
  home = tempHome()
  files = mkdtempSync(join(tmpdir(), 'satchel-files-'))
  other = await open(() => ({}))
  own = await open(({ url }) =>
    url?.startsWith('/moved') === true ? { location: `https://${other.host}/stolen` } : {},
  )
  const trusted = join(files, 'ca.pem')
  writeFileSync(trusted, localhostTls.cert)
  env = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    NODE_EXTRA_CA_CERTS: trusted,
  }
  daemon = await spawnWithVault(env)
  client = await connectReady(env)
  await client.api.agents.setDevelopmentHosts.mutate([own.host, other.host])
}, TIMEOUT)
afterAll(async () => {
  await client.close()
  daemon.kill('SIGKILL')
  await endOf(daemon)
  for (const { server } of [own, other]) {
    server.closeAllConnections()
    server.close()
  }
  home.remove()
  rmSync(files, { recursive: true })
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, ...args)
/** The command that sets a secret, with the value on its standard input. */
const keep = (value: string, name = 'token') =>
  runCliWithInput(env, value, '--json', 'cap', 'secret', 'diary', name)
const secrets = () => client.api.packages.secrets.query({ name: 'diary' })

/** Runs the tool like an owner who was shown the call and agreed. */
const invoke = async () => {
  const [{ version } = { version: '?' }] = await client.api.packages.installed.query()
  const ref = { capability_id: 'acp:diary/look_up', version }
  const input = { word: 'x' }
  const shown = await client.api.approvals.preview.query({ ref, input })
  if (shown === null) throw new Error('nobody is asked')
  const { argumentsSha256, definition } = shown
  const consent = { argumentsSha256, definition, by: 'cli_yes' as const }
  return client.api.capabilities.invoke.mutate({ ref, input, consent })
}

/** Installs, or updates to, a package that sends `host` a token. Returns the additional permissions in its review. */
const install = async (version: string, host: string, path = '/'): Promise<string> => {
  const binding = {
    type: 'http_get',
    url: `https://${host}${path}`,
    headers: { Authorization: { secret: 'token', prefix: 'Bearer ' } },
  }
  const text = packageText({ ...httpTool(JSON.stringify(binding)) }).replace('@1.0.0', `@${version}`)
  const bytesBase64 = Buffer.from(await signed(text)).toString('base64')
  const source = { kind: 'file' as const, fileName: 'diary.acp.yaml', bytesBase64 }
  const { sha256, permissions, difference } = await client.api.packages.review.query(source)
  await client.api.packages.install.mutate({ source, sha256 })
  return (difference?.widens ?? permissions.map(({ text }) => text)).join('\n')
}

it(
  'sends a secret to the host it was given for, once it was given, and shows it nowhere',
  { timeout: TIMEOUT },
  async () => {
    expect(await install('1.0.0', own.host)).toContain(
      `Send your secret “token” to ${own.host}, once you provide it`,
    )
    expect(await secrets()).toMatchObject([
      { name: 'token', host: own.host, headers: ['authorization'], tools: ['look_up'], setAt: null },
    ])

    // Without the secret nothing is sent, and the error says where to set it.
    const without = await invoke()
    expect(without).toMatchObject({ ok: false, error: { details: { code: 'binding_secret_missing' } } })
    expect(JSON.stringify(without)).toContain('satchel cap secret diary token')
    expect(own.seen).toHaveLength(0)

    expect((await keep('ünïcode')).stderr).toContain('package_secret_unusable')
    expect((await keep(SECRET, 'other')).stderr).toContain('token (')
    const given = await keep(`${SECRET}\n`)
    expect(given.stdout).toContain('"setAt"')

    const done = await invoke()
    expect(own.seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(done).toMatchObject({ ok: true, output: { echo: { authorization: '•••' } } })
    const log = await client.api.activity.list.query({})
    const said = [given.stdout, JSON.stringify([done, log]), (await run('cap', 'secrets', 'diary')).stdout]
    expect(said.join()).not.toContain(SECRET)

    // A redirect to another origin is requested without the secret, and refused there: only the declared host was
    // agreed to. The owner has to agree to the changed tool, but not to the secret again.
    expect(await install('1.0.1', own.host, '/moved')).not.toContain('Send your secret')
    expect(await invoke()).toMatchObject({ ok: false, error: { details: { code: 'network_refused' } } })
    expect(own.seen.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(other.seen).toHaveLength(0)

    // A version with another host doesn't get the secret, and the owner is asked again.
    expect(await install('1.0.2', other.host)).toContain(
      `Send your secret “token” to ${other.host}, once you provide it`,
    )
    expect(await invoke()).toMatchObject({
      ok: false,
      error: { details: { code: 'binding_secret_missing' } },
    })
    expect(await secrets()).toMatchObject([
      { host: other.host, setAt: null, asked: true },
      { host: own.host, asked: false },
    ])
    expect(other.seen).toHaveLength(0)
    expect((await run('cap', 'forget-secret', 'diary', 'token', '--host', own.host)).code).toBe(0)
    expect(await secrets()).toHaveLength(1)

    // The secret is deleted with the capability.
    await client.api.packages.setSecret.mutate({ name: 'diary', secret: 'token', value: SECRET })
    await client.api.packages.remove.mutate({ name: 'diary', state: 'keep' })
    await install('1.0.3', other.host)
    expect(await secrets()).toMatchObject([{ host: other.host, setAt: null }])
  },
)
