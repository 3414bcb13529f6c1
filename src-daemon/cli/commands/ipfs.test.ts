import type { ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cidOf } from '../../platform/cid.ts'
import { runCli } from '../../testing/cli.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 240_000

let home: ReturnType<typeof tempHome>
let files: string
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeAll(async () => {
  home = tempHome()
  files = mkdtempSync(join(tmpdir(), 'satchel-files-'))
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
  rmSync(files, { recursive: true })
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, 'ipfs', ...args)

it('adds, shows, gets, unpins and sweeps a file, and changes settings', { timeout: TIMEOUT }, async () => {
  expect((await run('status')).stdout).toMatch(
    /this computer\s+off: it stores blocks.*\nkubo\s+none\ngateways\s+none/,
  )
  const file = join(files, 'one.txt')
  const bytes = randomBytes(2_000)
  writeFileSync(file, bytes)
  const cid = cidOf(bytes)
  expect((await run('add', file)).stdout).toBe(`${cid}\nthis computer  ✓\n`)
  expect((await run('pins')).stdout).toMatch(new RegExp(`^${cid}\\s+this computer\\n$`))

  const out = join(files, 'out.txt')
  const got = await run('get', cid, '--out', out)
  expect(got.stdout).toContain(createHash('sha256').update(bytes).digest('hex'))
  expect(readFileSync(out).equals(bytes)).toBe(true)
  expect((await run('get', cid, '--out', out)).stderr).toContain('file_exists')

  expect((await run('unpin', cid)).code).toBe(0)
  expect((await run('pins')).stdout).not.toContain(cid)
  expect((await run('sweep')).stdout).toContain('Removed 1 block.')
  expect((await run('get', cid)).stderr).toContain('ipfs_not_found')
  expect((await run('get', 'bafk\u001b[2J')).stderr).toContain('cid_invalid')

  const on = await run('set', 'embedded', 'on')
  expect(on.stdout).toMatch(/0 peers connected\n\s+\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\//)
  expect((await run('set', 'embedded', 'off')).stdout).toContain('off: it stores blocks')
  for (const [name, value] of [
    ['listen', '/dns4/example.org/tcp/1'],
    ['gateways', 'ftp://example.org'],
    ['bootstrap', 'on'],
  ] as const)
    expect((await run('set', name, value)).stderr).toContain('invalid_request')
})
