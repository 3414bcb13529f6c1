/** Lists from the command line alone: one is written and signed, followed from a web space, and warns of what is installed. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { publishedPackage } from '../../registry/indexer/testing/published.ts'
import { serveFolder, type WebSpace } from '../../registry/static/testing/web-space.ts'
import { runCli } from '../../testing/cli.ts'
import { endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 180_000
const author = createMemorySigner(new Uint8Array(32).fill(7)).did
let folder: string
let web: WebSpace
let daemon: ChildProcess
const home = tempHome()
const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-trust-cli-'))
  web = await serveFolder(folder)
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  await web.close()
  rmSync(folder, { recursive: true })
  home.remove()
}, TIMEOUT)

const cli = (...args: string[]) => runCli(env, ...args)
const out = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await cli(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

it('a list is drafted, signed, followed, warns, and is given up', { timeout: TIMEOUT }, async () => {
  const draft = join(folder, 'draft.yaml')
  const signed = join(folder, 'trust.json')
  expect(await out('trust', 'list')).toContain('Nothing here yet')
  expect(await out('trust', 'draft', draft)).toContain('satchel trust sign')
  // It can be signed as it is.
  expect(await out('trust', 'sign', draft, signed)).toContain('is signed by did:key:')
  const first = readFileSync(signed, 'utf8')
  writeFileSync(
    draft,
    `name: Careful people
contact: mailto:lists@example.org
blocked: [{package: habits, author: ${author}, versions: <2, reason: It forgets.}]
recommended: [{author: ${author}, name: Ada}]
collections: [{id: days, name: Better days, packages: [{package: habits, author: ${author}}]}]
`,
  )
  // Later than the one before, in the same second as well.
  await out('trust', 'sign', draft, signed, '--valid-days', '30')
  const timeOf = (json: string) => (JSON.parse(json) as { signed: { time: string } }).signed.time
  expect(Date.parse(timeOf(readFileSync(signed, 'utf8')))).toBeGreaterThan(Date.parse(timeOf(first)))

  const file = join(folder, 'habits.acp.yaml')
  writeFileSync(file, (await publishedPackage({ name: 'habits' })).bytes)
  await out('cap', 'install', file, '--yes')
  expect((await cli('doctor')).code).toBe(0)

  const refused = await cli('trust', 'add', web.url)
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('1 warning, 1 recommended author, 1 collection')
  expect(await out('trust', 'add', web.url, '--yes')).toContain('You follow “Careful people”')
  const shown = await out('trust', 'show', 'careful people')
  expect(shown).toContain(`habits <2 (${author}): It forgets.`)
  expect(shown).toContain('Reports go to mailto:lists@example.org')
  expect(shown).toContain('days (1): Better days')

  const doctor = await cli('doctor')
  expect(doctor.stdout).toContain('habits 1.0.0 is installed, and Careful people, a list you follow')
  expect(doctor.stdout).toContain('cap disable habits')
  expect(doctor.code).toBe(1)
  expect(await out('cap', 'list')).toContain('WARNING from Careful people: It forgets.')

  // It can still be used, and that is said.
  const chat = await cli('chat', 'add a habit', '--capability', 'habits')
  expect(chat.stdout).toContain(
    'WARNING: Careful people, a list you follow, warns of habits 1.0.0: It forgets.',
  )

  // No source has it: it is reported as it is installed.
  const report = await out('trust', 'report', 'habits', 'It\nforgets', 'all.')
  expect(report).toContain('did:nuwa:cap:habits@1.0.0')
  expect(report).toContain('what happened: It forgets all.')
  expect(report).toContain(
    'Careful people: mailto:lists@example.org?subject=Report%3A%20habits%201.0.0&body=',
  )
  expect(report).toContain('Nothing was sent.')
  expect((await cli('trust', 'report', 'nothing')).code).toBe(1)

  await out('cap', 'remove', 'habits', '--yes')
  const again = await cli('cap', 'install', file, '--yes')
  expect(again.code).toBe(1)
  expect(again.stdout).toContain('WARNING from Careful people')
  expect(again.stdout).toContain('Recommended by Careful people.')
  expect(again.stderr).toContain('--accept-blocked')
  // Not by accepting another doubt.
  expect(
    (await cli('cap', 'install', file, '--yes', '--accept-source', '--accept-unlisted', '--accept-yanked'))
      .code,
  ).toBe(1)
  await out('cap', 'install', file, '--yes', '--accept-blocked')

  expect(await out('trust', 'update')).toContain('no changes')
  writeFileSync(signed, first)
  const older = await cli('trust', 'update', 'Careful people')
  expect(older.code).toBe(1)
  expect(older.stdout).toContain('already seen a newer one')
  expect((await cli('doctor')).stdout).toContain('already seen a newer one')

  expect(await out('trust', 'remove', 'Careful people')).toContain('no longer follow')
  expect((await cli('doctor')).code).toBe(0)
})

it(
  'a draft with a fault is not signed, and another’s list is not written over',
  { timeout: TIMEOUT },
  async () => {
    const draft = join(folder, 'wrong.yaml')
    const signed = join(folder, 'wrong.json')
    writeFileSync(draft, 'name: x\nblocked: [{package: habits, author: Ada, reason: y}]\n')
    const wrong = await cli('trust', 'sign', draft, signed)
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('blocked.0.author')
    writeFileSync(draft, 'name: [x\n')
    expect((await cli('trust', 'sign', draft, signed)).stderr).toContain('can’t become a list')
    writeFileSync(draft, 'name: x\n')
    writeFileSync(signed, 'letters')
    expect((await cli('trust', 'sign', draft, signed)).code).toBe(1)
    expect(readFileSync(signed, 'utf8')).toBe('letters')
  },
)
