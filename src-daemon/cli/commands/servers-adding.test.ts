import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256.ts'
import { bundledServer } from '../../testing/bundled-server.ts'
import { listed, startRegistry, type TestRegistry } from '../../mcp/testing/registry-server.ts'
import { serverViewSchema } from '../../contract/servers.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let folder: string
let registry: TestRegistry | undefined

beforeEach(async () => {
  home = tempHome()
  folder = mkdtempSync(join(tmpdir(), 'satchel-adding-'))
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, 'notes', 'a.txt'), 'a note')
  writeFileSync(join(folder, 'token'), 'tok-of-a-file\n')
  env = {
    ...home.env,
    HOME: folder,
    LC_ALL: 'en_GB.UTF-8',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  }
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterEach(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  await registry?.close()
  registry = undefined
  home.remove()
  rmSync(folder, { recursive: true, force: true })
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, ...args)
const json = async (...args: string[]): Promise<unknown> => {
  const { stdout, stderr } = await run('--json', ...args)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as unknown
}
const list = async () => z.array(serverViewSchema).parse(await json('servers', 'list'))

it(
  'shows what the program of a list wrote where it doesn’t start, and goes on with the next one',
  async () => {
    const file = join(folder, 'servers.json')
    const broken = { command: 'node', args: ['-e', "console.error('no database'); process.exit(3)"] }
    writeFileSync(file, JSON.stringify({ mcpServers: { broken, far: { url: 'http://127.0.0.1:1/mcp' } } }))
    const { stdout } = await run('servers', 'import', file, '--yes')
    expect(stdout).toMatch(/Skipped broken: .*exit code 3.*\n {2}no database\n/u)
    expect(stdout).toMatch(/Skipped far: /u)
  },
  TIMEOUT,
)

it.skipIf(process.platform !== 'linux')(
  'takes in a bundle, updates it with what differs, and deletes its files with it',
  async () => {
    const file = join(folder, 'notes.mcpb')
    writeFileSync(file, bundledServer({ version: '1.0.0' }))
    const bundlesDir = join(home.paths.dataDir, 'bundles')

    const plain = await run('servers', 'import', file, '--yes', '--set', 'token=tok-typed')
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('--set token=@file')])
    const given = ['--yes', '--set', `token=@${join(folder, 'token')}`]
    const first = await run('servers', 'import', file, ...given)
    expect(first.stdout).toContain('$ node ${__dirname}/server.mjs')
    expect(first.stdout).toContain('Added notes')
    const [notes] = await list()
    expect(notes).toMatchObject({
      uri: 'notes',
      definition: { bundle: { version: '1.0.0' }, grants: { read: [join(folder, 'notes')], hosts: [] } },
    })
    expect(JSON.stringify(notes)).not.toContain('tok-of-a-file')

    writeFileSync(file, bundledServer({ version: '1.1.0', extra: true, env: { SPEED: 'fast' } }))
    const second = await run('servers', 'import', file, '--yes')
    expect(second.stdout).toContain('Another version of notes: 1.0.0 → 1.1.0')
    expect(second.stdout).toContain('+ more')
    expect(second.stdout).toContain('  SPEED=fast\n')
    expect(second.stdout).toContain('  + SPEED=fast\n')
    expect((await run('servers', 'show', 'notes')).stdout).toMatch(
      /SPEED=fast\n {2}TOKEN from the secret servers\//,
    )
    writeFileSync(file, bundledServer({ version: '1.2.0', env: { LD_PRELOAD: '${__dirname}/x.so' } }))
    const third = await run('servers', 'import', file, '--yes')
    expect(third.stdout).toContain('  + LD_PRELOAD="${__dirname}/x.so"\n')
    expect(third.stdout).toMatch(/Skipped Notes: .*LD_PRELOAD/)
    const [newer] = await list()
    expect(newer).toMatchObject({
      definition: { bundle: { version: '1.1.0' }, env: { TOKEN: { secret: expect.any(String) as string } } },
    })
    expect(newer?.tools.map(({ name }) => name)).toEqual(['look', 'more', 'notes'])
    expect(readdirSync(bundlesDir)).toHaveLength(1)

    expect(await run('servers', 'remove', 'notes')).toMatchObject({ code: 0 })
    expect(readdirSync(bundlesDir)).toEqual([])
  },
  TIMEOUT,
)

it.skipIf(process.platform !== 'linux')(
  'takes in a server of a registry, and one of a link',
  async () => {
    const bundle = bundledServer({ version: '1.0.0' })
    registry = await startRegistry(
      (url) => [
        listed({
          name: 'org.example/notes',
          title: 'Notes',
          packages: [
            { registryType: 'oci', identifier: 'x', transport: { type: 'stdio' } },
            {
              registryType: 'mcpb',
              identifier: `${url}/notes.mcpb`,
              fileSha256: sha256Hex(bundle),
              transport: { type: 'stdio' },
            },
          ],
        }),
      ],
      { '/notes.mcpb': bundle },
    )
    expect(await run('settings', 'set', 'mcpRegistryUrl', registry.url)).toMatchObject({ code: 0 })
    expect((await run('servers', 'registry', 'search', 'notes')).stdout).toContain('org.example/notes')
    const shown = await run('servers', 'registry', 'show', 'org.example/notes')
    expect(shown.stdout).toContain('package:0  other  x  Satchel can’t run it this way (oci).')
    const added = await json('servers', 'registry', 'add', 'org.example/notes', '--yes')
    expect(added).toMatchObject({ uri: 'notes', state: 'connected' })

    const config = Buffer.from(JSON.stringify({ command: 'no-such-program', args: ['x'] })).toString(
      'base64url',
    )
    const link = `satchel://servers/add?name=linked&config=${config}`
    // A link alone starts nothing: it needs consent like everything else.
    expect((await run('servers', 'import', link)).code).not.toBe(0)
    await run('servers', 'import', link, '--yes', '--keep')
    expect((await list()).map(({ uri }) => uri)).toEqual(['notes', 'linked'])
  },
  TIMEOUT,
)
