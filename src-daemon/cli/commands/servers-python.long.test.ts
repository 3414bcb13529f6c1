/** A server from PyPI, added in a terminal: asked about, pinned, and used. */
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestIndex, type TestIndex } from '../../mcp/testing/python-index.ts'
import { openRealPython, type RealPython } from '../../mcp/testing/real-python.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import { runCli } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { makeZip } from '../../testing/zip.ts'

const TIMEOUT = 600_000

let python: RealPython
let missing: string | null = process.platform === 'linux' ? null : 'the sandbox is that of Linux'
let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let index: TestIndex

beforeAll(async () => {
  if (missing !== null) return
  const found = await openRealPython([['mcp-server-time']])
  if ('missing' in found) missing = found.missing
  else python = found
}, 3 * TIMEOUT)
afterAll(() => {
  if (missing === null) python.remove()
})
beforeEach(async ({ skip }) => {
  if (missing !== null) skip(missing)
  index = await openTestIndex(makeZip)
  for (const file of python.wheels) index.publishFile(file)
  home = tempHome()
  const certificate = join(home.paths.dataDir, '..', 'index.pem')
  writeFileSync(certificate, localhostTls.cert)
  env = {
    ...home.env,
    LC_ALL: 'en_GB.UTF-8',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    SHELL: '/bin/false',
    PATH: [python.programs, process.env['PATH']].join(delimiter),
    SSL_CERT_FILE: certificate,
    // As a person's own settings say.
    UV_DEFAULT_INDEX: index.url.replace('://', '://ana:own-password@'),
  }
  daemon = await spawnWithVault(env)
  await (await connectReady(env)).close()
}, TIMEOUT)
afterEach(async () => {
  if (missing !== null) return
  daemon.kill('SIGKILL')
  await endOf(daemon)
  await index.close()
  home.remove()
}, TIMEOUT)

it(
  'uvx mcp-server-time: says what it downloads and from where, pins it, and tells the time',
  { timeout: TIMEOUT },
  async () => {
    const add = (...grants: string[]) =>
      runCli(env, 'servers', 'add', 'time', ...grants, '--', 'uvx', 'mcp-server-time')
    const asked = await add()
    expect(asked.stdout).toContain(`uv downloads mcp-server-time from ${index.host}`)
    expect(asked.stderr).toContain('needs_consent')
    // Nothing is granted along with it.
    expect((await add('--yes')).stderr).toMatch(/isn’t allowed to connect[^]*server_package_host/)
    expect(index.asked).toEqual([])

    const added = await add('--yes', '--host', index.host)
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('convert_time') as unknown })
    const shown = await runCli(env, 'servers', 'show', 'time')
    expect(shown.stdout).toMatch(/runs mcp-server-time@[\d.]+ \(parts: \d\d\).*sha256 [0-9a-f]{64}/)
    const asks = { source_timezone: 'Asia/Tokyo', time: '12:00', target_timezone: 'Asia/Kolkata' }
    const told = await runCli(env, 'cap', 'invoke', 'mcp:time/convert_time', JSON.stringify(asks), '--yes')
    expect(told.stdout).toContain('T08:30:00+05:30')
    const logs = await runCli(env, 'servers', 'logs', 'time')
    expect(logs.stdout).toContain('mcp-server-time')
    for (const { stdout, stderr } of [asked, added, shown, logs])
      expect(`${stdout}${stderr}`).not.toContain('own-password')

    // An exact version needs no index afterwards.
    const version = /mcp-server-time@([\d.]+)/.exec(shown.stdout)?.[1] ?? ''
    const exact = ['--yes', '--host', index.host, '--', 'uvx', `mcp-server-time@${version}`]
    expect(await runCli(env, 'servers', 'add', 'exact', ...exact)).toMatchObject({ code: 0 })
    await index.close()
    expect(await runCli(env, 'servers', 'restart', 'exact')).toMatchObject({ code: 0 })
    expect(await runCli(env, 'servers', 'test', 'exact')).toMatchObject({ code: 0 })
  },
)
