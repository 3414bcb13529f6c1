/** A registry without a chain, from the command line alone: one person exports it, another adds it and installs from it. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishedPackage } from '../../../registry/indexer/testing/published.ts'
import { serveFolder } from '../../../registry/static/testing/web-space.ts'
import { runCli } from '../../../testing/cli.ts'
import { endOf } from '../../../testing/daemon-process.ts'
import { spawnWithVault } from '../../../testing/quick-vault.ts'
import { tempHome } from '../../../testing/temp-home.ts'

const TIMEOUT = 180_000
let folder: string
let daemon: ChildProcess
const home = tempHome()
const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-export-cli-'))
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  rmSync(folder, { recursive: true })
  home.remove()
}, TIMEOUT)

const cli = (...args: string[]) => runCli(env, ...args)
const json = async (...args: string[]): Promise<unknown> => {
  const { code, stdout: out, stderr } = await cli(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(out)
}

it(
  'exports packages, and adds, searches and installs from what was exported',
  { timeout: TIMEOUT },
  async () => {
    const shelf = join(folder, 'shelf')
    const none = await cli('registry', 'export', shelf)
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('haven’t published anything')

    const file = join(folder, 'habits.acp.yaml')
    writeFileSync(file, (await publishedPackage({ name: 'habits' })).bytes)
    const exported = ['registry', 'export', shelf, file]
    expect(await json(...exported)).toMatchObject({ packages: 1, added: 1, isChanged: true })
    const head = readFileSync(join(shelf, 'registry.json'), 'utf8')
    expect((await cli(...exported)).stdout).toContain('Nothing has changed')
    expect(readFileSync(join(shelf, 'registry.json'), 'utf8')).toBe(head)

    const web = await serveFolder(shelf)
    try {
      const add = await cli('registry', 'sources', 'add', 'shelf', '--static', web.url)
      expect(add.code).toBe(0)
      const { did } = (JSON.parse(head) as { signed: { did: string } }).signed
      expect(add.stdout).toContain(`Signed by ${did}`)
      expect(add.stdout).toContain('static registry')
      const again = ['registry', 'sources', 'add', 'other', '--static', web.url, '--did', 'did:key:z6MkOther']
      expect((await cli(...again)).stderr).toContain('is signed by')
      expect(await json('registry', 'search', 'habts')).toMatchObject({ cards: [{ name: 'habits' }] })
      await json('cap', 'install', 'habits', '--source', 'shelf', '--accept-source', '--yes')
      await json('registry', 'export', shelf, '--withdraw', 'habits@1.0.0', '--reason', 'It forgets.')
    } finally {
      await web.close()
    }
  },
)
