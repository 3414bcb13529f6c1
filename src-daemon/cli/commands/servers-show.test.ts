import type { ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { z } from 'zod'
import { serverViewSchema } from '../../contract/servers.ts'
import { invokeResultSchema } from '../../contract/capabilities.ts'
import { appRoot } from '../../platform/app.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const SERVER = join(appRoot, 'src-daemon/mcp/testing/plain_server.py')

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let folder: string

beforeEach(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'satchel-plain-')))
  copyFileSync(SERVER, join(folder, 'server.py'))
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterEach(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
  rmSync(folder, { recursive: true, force: true })
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, ...args)
const json = async <T>(schema: z.ZodType<T>, ...args: string[]): Promise<T> => {
  const { stdout, stderr } = await run('--json', ...args)
  if (stdout === '') throw new Error(stderr)
  return schema.parse(JSON.parse(stdout))
}
const program = () => ['--read', folder, '--', 'python3', join(folder, 'server.py')]
const invoke = () => json(invokeResultSchema, 'cap', 'invoke', 'mcp:plain/speak', '{"what":"this"}', '--yes')

it.skipIf(process.platform !== 'linux')(
  'shows what a server runs, asks again once that is another, and keeps it off where that is refused',
  { timeout: TIMEOUT },
  async () => {
    expect(await run('servers', 'add', 'plain', '--yes', ...program())).toMatchObject({ code: 0 })
    expect(await invoke()).toMatchObject({ ok: true, output: { content: [{ text: 'python says this' }] } })
    const shown = (await run('servers', 'show', 'plain')).stdout
    expect(shown).toMatch(/runs server\.py \(parts: 1\), accepted 20\S+, sha256 [0-9a-f]{64}/)
    expect(shown).toMatch(/speak {2}\[accepted 20\S+\]/)

    appendFileSync(join(folder, 'server.py'), '# changed\n')
    await run('servers', 'stop', 'plain')
    const refusal = {
      ok: false,
      error: { code: 'PERMISSION_DENIED', details: { code: 'server_package_changed' } },
    }
    expect(await invoke()).toMatchObject(refusal)
    const asked = await run('servers', 'accept', 'plain')
    expect(asked.stdout).toMatch(/would now run server\.py/)
    expect(asked.stdout).toMatch(/server\.py\n {4}- sha256:[0-9a-f]{64}\n {4}\+ sha256:[0-9a-f]{64}/)
    expect(asked.stderr).toContain('needs_consent')
    expect(await invoke()).toMatchObject(refusal)
    // It is in the activity log, like a call of a tool whose definition has changed.
    const activity = (await run('activity', 'list', '--json')).stdout
    expect(activity).toContain('PERMISSION_DENIED')

    const accepted = await json(serverViewSchema, 'servers', 'accept', 'plain', '--yes')
    expect(accepted.package).toMatchObject({ status: 'accepted', found: null })
    expect(await invoke()).toMatchObject({ ok: true })
    expect((await json(serverViewSchema, 'servers', 'show', 'plain')).problem).toBeNull()
    expect((await run('servers', 'show', 'nothing')).stderr).toContain('server_unknown')
  },
)

it.skipIf(process.platform !== 'linux')(
  'says what npm would fetch and from where, before anything of it runs',
  { timeout: TIMEOUT },
  async () => {
    const npx = ['--', 'npx', '-y', 'some-server']
    const asked = await run('servers', 'add', 'fetched', ...npx)
    expect(asked.stdout).toMatch(/npm downloads some-server from \S+ and installs it/)
    expect(asked.stderr).toContain('needs_consent')
    const refused = await run('servers', 'add', 'fetched', '--yes', ...npx)
    expect(refused.stderr).toContain('server_package_host')
  },
)

it.skipIf(process.platform !== 'linux')(
  'says where a granted folder leads by now, and grants that place on no word but one at the terminal',
  { timeout: TIMEOUT },
  async () => {
    const notes = join(folder, 'notes')
    mkdirSync(notes)
    expect(await run('servers', 'add', 'plain', '--yes', '--write', notes, ...program())).toMatchObject({
      code: 0,
    })
    await run('servers', 'stop', 'plain')
    rmdirSync(notes)
    symlinkSync('/etc', notes)
    const tested = await run('servers', 'test', 'plain')
    expect(tested.stderr).toContain(`${notes} leads to /etc, which isn’t the place you allowed.`)
    expect(tested.stderr).toContain('server_grant_moved')
    // What to do names the server, so that it can be typed as it stands.
    expect(tested.stderr).toMatch(/servers accept '?(mcp:)?plain/)
    expect((await run('servers', 'accept', 'plain', '--yes')).code).not.toBe(0)
    const view = await json(serverViewSchema, 'servers', 'show', 'plain')
    expect(view.definition).toMatchObject({ grants: { write: [notes] } })
  },
)
