import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenForPrograms } from '../../../api/index.ts'
import { startDevRegistry, type DevRegistry } from '../../../registry/dev/index.ts'
import { publishedPackage } from '../../../registry/indexer/testing/published.ts'
import { runCli } from '../../../testing/cli.ts'
import { endOf } from '../../../testing/daemon-process.ts'
import { spawnWithVault } from '../../../testing/quick-vault.ts'
import { tempHome } from '../../../testing/temp-home.ts'

const TIMEOUT = 180_000
let dev: DevRegistry
let folder: string
let daemon: ChildProcess
const home = tempHome()
const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-market-cli-'))
  dev = await startDevRegistry({ listen: listenForPrograms })
  await dev.settled()
  daemon = await spawnWithVault(env)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  await dev.stop()
  rmSync(folder, { recursive: true })
  home.remove()
}, TIMEOUT)

const cli = (...args: string[]) => runCli(env, ...args)
const json = async (...args: string[]): Promise<unknown> => {
  const { code, stdout: out, stderr } = await cli(...args, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(out)
}

it(
  'finds, looks at, installs and updates what is published, with no window',
  { timeout: TIMEOUT },
  async () => {
    const { rpcUrl, chainId, contract } = dev.place
    const place = [
      '--rpc',
      rpcUrl,
      '--chain',
      String(chainId),
      '--contract',
      contract,
      '--confirmations',
      '1',
    ]
    await json('registry', 'chains', 'add', 'dev', ...place)
    await json('ipfs', 'set', 'gateways', dev.gatewayUrl)
    const added = ['registry', 'sources', 'add', 'dev', '--index', dev.mcpUrl, '--registry', 'dev']
    expect(await json(...added, '--trust', 'trusted')).toMatchObject([
      { catalogue: { kind: 'builtin' } },
      { catalogue: { kind: 'chain', name: 'dev', trust: 'trusted' } },
    ])
    expect(await json('registry', 'search', 'recipse', '--source', 'dev')).toMatchObject({
      cards: [{ name: 'recipes', version: '1.1.0' }],
    })
    const shown = await cli('registry', 'resolve', 'recipes')
    expect(shown.code).toBe(0)
    for (const word of ['1.1.0', '0.9.0', 'OK', 'forgot to ask']) expect(shown.stdout).toContain(word)

    // `--yes` alone doesn't install a yanked version.
    const refused = await cli('cap', 'install', 'did:nuwa:cap:recipes@0.9.0', '--yes', '--json')
    expect([refused.code, refused.stderr.includes('registry_source_not_accepted')]).toEqual([1, true])
    const old = await json('cap', 'install', 'did:nuwa:cap:recipes@0.9.0', '--yes', '--accept-yanked')
    expect(old).toMatchObject({ version: '0.9.0', yanked: expect.stringContaining('forgot') as string })
    const updates = await cli('registry', 'updates', '--check')
    expect(updates.stdout).toContain('recipes 0.9.0 -> 1.1.0 (dev)')
    expect(updates.stdout).toContain('withdrawn')
    expect(await json('cap', 'update', '--yes')).toMatchObject([{ outcome: 'updated', version: '1.1.0' }])

    const [habits] = dev.published.filter(({ cap_uri: uri }) => uri.endsWith(':habits'))
    // Each doubt is accepted by itself: that no source lists it, and not whether one is trusted.
    const unlisted = ['cap', 'install', `ipfs://${habits?.cid ?? ''}`, '--yes'] as const
    const others = await cli(...unlisted, '--accept-source', '--accept-conflict', '--json')
    expect([others.code, others.stderr.includes('registry_source_not_accepted')]).toEqual([1, true])
    const byCid = await json(...unlisted, '--accept-unlisted')
    expect(byCid).toMatchObject({ name: 'habits' })
    // Steps are printed separately from the result, and not at all with JSON.
    const told = await cli('cap', 'install', 'reading-list', '--yes')
    expect(told).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Download:') as string })
    expect(told.stderr.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Find',
      'Download',
      'Verify',
      'Read',
      '',
    ])
    expect(await json('cap', 'install', 'note', '--yes')).toMatchObject({ name: 'note' })
    const link = await json('cap', 'review', 'satchel://install?uri=did:nuwa:cap:vocabulary')
    expect(link).toMatchObject({ verification: { holds: true }, provenance: { source: 'dev' } })
  },
)

it('keeps sources in order, and names their contradictions', { timeout: TIMEOUT }, async () => {
  const thief = await publishedPackage({ name: 'reading-list', semver: '7.0.0' })
  writeFileSync(join(folder, 'reading-list.acp.yaml'), thief.bytes)
  await json('registry', 'sources', 'add', 'mine', '--folder', folder)
  expect(await json('registry', 'sources', 'set', 'mine', '--position', '1')).toMatchObject([
    { catalogue: { name: 'mine', trust: 'ask' } },
    {},
    {},
  ])
  const conflict = await cli('cap', 'install', 'reading-list', '--yes', '--json')
  expect([conflict.code, conflict.stderr.includes('registry_sources_conflict')]).toEqual([1, true])
  expect((await cli('registry', 'search', 'reading')).stdout).toContain('sources disagree')
  expect(await json('registry', 'sources', 'remove', 'mine')).toHaveLength(2)
  expect((await cli('cap', 'install', 'nothing-of-the-kind', '--yes')).stderr).toContain(
    'nothing-of-the-kind',
  )
  expect((await cli('registry', 'sources', 'add', 'x')).code).not.toBe(0)
})

it('does not try an update that is known not to fit, and says why', { timeout: TIMEOUT }, async () => {
  const herbs = join(folder, 'herbs')
  mkdirSync(herbs)
  const add = async (semver: string, field?: string) => {
    const { bytes } = await publishedPackage({ name: 'herbs', semver, ...(field && { field }) })
    writeFileSync(join(herbs, `herbs-${semver}.acp.yaml`), bytes)
  }
  await add('1.0.0')
  await json('registry', 'sources', 'add', 'herbs', '--folder', herbs, '--trust', 'trusted')
  await json('cap', 'install', 'did:nuwa:cap:herbs', '--yes')
  await add('1.2.0', 'words')
  const blocked = await cli('cap', 'update', 'herbs')
  expect(blocked.stdout).toMatch(/herbs stays at 1\.0\.0: 1\.2\.0 can’t be installed\.\n {2}.*schema/)
  expect(blocked.stdout).not.toContain('fetch')
  expect(blocked.code).toBe(1)
  await add('1.1.0')
  const { stdout, code } = await cli('cap', 'update', 'herbs', '--yes')
  expect(stdout).toMatch(/herbs 1\.2\.0 can’t be installed, so a lower version is taken\./)
  expect(stdout).toContain('Updated herbs from 1.0.0 to 1.1.0.')
  expect(code).toBe(0)
})
