import type { ChildProcess } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { sha256Hex } from '../../../platform/sha256.ts'
import { packageText } from '../../../packages/testing.ts'
import { readRecord } from '../../../registry/chain/read-record.ts'
import { readVersions } from '../../../registry/chain/read-versions.ts'
import { newName, RICH, useTestChain } from '../../../registry/chain/testing.ts'
import { runCli } from '../../../testing/cli.ts'
import { startCommand } from '../../../testing/running-command.ts'
import { endOf } from '../../../testing/daemon-process.ts'
import { spawnWithVault } from '../../../testing/quick-vault.ts'
import { tempHome } from '../../../testing/temp-home.ts'

const TIMEOUT = 240_000

const test = useTestChain()
let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
  const { rpcUrl, chainId, contract, startBlock } = test.registry.place
  const place = { rpc: rpcUrl, contract, chain: chainId, start: startBlock, confirmations: 1 }
  const told = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
  expect((await run('chains', 'add', 'dev', ...told)).code).toBe(0)
}, TIMEOUT)
afterAll(async () => {
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

const run = (...args: string[]) => runCli(env, 'registry', ...args)

/** Without a terminal and without `--yes`, it prints the question, and how to agree. */
const expectAsked = async (...command: string[]) => {
  const { code, stderr } = await run(...command)
  expect(code).toBe(1)
  expect(stderr).toMatch(/no terminal to ask in: .+\?.* \(needs_consent\)\n.* add --yes /)
}

const draftFile = (capUri: string): string => {
  const name = capUri.slice('did:nuwa:cap:'.length)
  const path = join(home.paths.dataDir, `${name}.acp.yaml`)
  const text = packageText()
    .replaceAll('did:nuwa:cap:diary', capUri)
    .replaceAll('state:diary', `state:${name}`)
  writeFileSync(path, text, { mode: 0o640 })
  return path
}

it(
  'publishes what was agreed to, says each step, and does nothing the second time',
  { timeout: TIMEOUT },
  async () => {
    const capUri = newName()
    const path = draftFile(capUri)
    const before = readFileSync(path)
    expect((await run('publish', path, '--dry-run')).stderr).toContain('chain_account_missing')
    const made = JSON.parse((await run('account', '--create', '--json')).stdout) as unknown
    const { address } = z.object({ account: z.object({ address: z.string() }) }).parse(made).account
    expect((await run('publish', path, '--dry-run')).stdout).toContain('can’t pay for this')
    expect((await run('publish', path, '--yes')).stderr).toContain('chain_funds')
    await test.registry.fund(address, RICH)

    const dry = (await run('publish', path, '--dry-run')).stdout
    for (const told of [
      `${capUri}@1.0.0`,
      'sign: with',
      'add to IPFS and pin: this computer',
      address,
      'This name is new in the registry',
    ])
      expect(dry).toContain(told)
    expect(dry).toMatch(/ gas at \d+(?:\.\d{1,3})? gwei each/)
    await expectAsked('publish', path)
    expect(readFileSync(path)).toEqual(before)
    expect((await run('publications')).stdout).toContain('Nothing here yet')
    expect(await readRecord(test.chain, { capUri, semver: '1.0.0' })).toBeNull()

    const told = (await run('publish', path, '--yes')).stdout
    const signed = readFileSync(path)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    const record = await readRecord(test.chain, { capUri, semver: '1.0.0' })
    expect(record).toMatchObject({ sha256: sha256Hex(signed), publisher: address })
    for (const part of [
      'signed: ',
      'is now in',
      `pinned: ${record?.cid ?? '?'}`,
      'sent: 0x',
      'Confirmed in block',
      'is published.',
    ])
      expect(told).toContain(part)
    expect((await runCli(env, 'acp', 'verify', path)).code).toBe(0)

    for (const again of [signed, before]) {
      writeFileSync(path, again)
      const second = await run('publish', path)
      expect(second.stdout).toContain('Nothing was sent')
      expect(second.code).toBe(0)
      expect(readFileSync(path)).toEqual(signed)
    }
    const json = JSON.parse((await run('publish', path, '--json')).stdout) as unknown
    expect(json).toMatchObject({ state: 'published', step: 'done', sha256: sha256Hex(signed) })
    const listed = (await run('publications')).stdout
    for (const part of [`${capUri}@1.0.0  dev  published`, record?.cid ?? '?', 'this computer  ✓'])
      expect(listed).toContain(part)
    expect((await run('publications', '--cancel', `${capUri}@1.0.0`)).stderr).toContain(
      'publication_submitted',
    )
    expect((await run('publications', '--resume', 'other@1.0.0')).stderr).toContain('publication_unknown')
    expect(await readVersions(test.chain, { capUri })).toHaveLength(1)

    await expectAsked('vote', capUri, 'up')
    await expectAsked('yank', capUri, '1.0.0', '--reason', 'none')
    await expectAsked('transfer', capUri, '--to', (await test.account()).address)
  },
)

/** Creates an account if needed, and funds it. */
const payWith = async (): Promise<void> => {
  await run('account', '--create')
  const account = z
    .object({ account: z.object({ address: z.string() }) })
    .parse(JSON.parse((await run('account', '--json')).stdout))
  await test.registry.fund(account.account.address, RICH)
}

it(
  'goes on with the same command after the daemon was killed and the node lost what was sent',
  { timeout: TIMEOUT },
  async () => {
    const capUri = newName()
    const path = draftFile(capUri)
    await payWith()
    await test.control.setAutomine(false)
    try {
      const first = run('publish', path, '--yes')
      await expect
        .poll(async () => (await test.control.getTxpoolStatus()).pending, { timeout: 60_000 })
        .toBe(1)
      daemon.kill('SIGKILL')
      await endOf(daemon)
      expect((await first).code).not.toBe(0)
      await test.control.request({ method: 'anvil_dropAllTransactions' } as never)
    } finally {
      await test.control.setAutomine(true)
    }
    daemon = await spawnWithVault(env)
    expect((await run('publications')).stdout).toContain('interrupted: confirming')
    const second = await run('publish', path)
    expect(second.stdout).toContain('Continuing the publication you started on')
    expect(second.stdout).toContain('is published.')
    const [record, ...others] = await readVersions(test.chain, { capUri })
    expect(record?.sha256).toBe(sha256Hex(readFileSync(path)))
    expect(others).toEqual([])
  },
)

it(
  'offers a higher fee for what is still on its way, asks with what it comes to, and publishes it once',
  { timeout: TIMEOUT },
  async () => {
    const capUri = newName()
    const path = draftFile(capUri)
    await payWith()
    await test.control.setAutomine(false)
    const first = run('publish', path, '--yes')
    try {
      const pending = async () => (await test.control.getTxpoolStatus()).pending
      await expect.poll(pending, { timeout: 60_000 }).toBe(1)
      daemon.kill('SIGKILL')
      await endOf(daemon)
      await first
      daemon = await spawnWithVault(env)
      const sentNow = async () =>
        /did:\S+ {2}dev {2}[^]*?(0x[0-9a-f]{64})/.exec((await run('publications')).stdout)?.[1]
      const before = await sentNow()
      expect(before).toBeDefined()
      const asked = await run('publish', path, '--dearer')
      expect(asked.stderr).toMatch(/higher fee\? It costs at most 0\.\d+ in total.*\(needs_consent\)/)
      const second = run('publications', '--resume', `${capUri}@1.0.0`, '--dearer', '--yes')
      await expect.poll(sentNow, { timeout: 60_000 }).not.toBe(before)
      await test.control.mine({ blocks: 1 })
      expect((await second).stdout).toMatch(/sent: 0x[^]*is published\./)
    } finally {
      await test.control.setAutomine(true)
    }
    expect(await readVersions(test.chain, { capUri })).toHaveLength(1)
  },
)

it(
  'says to run it again where the daemon ends on the way, and goes on then with the same transaction',
  { timeout: TIMEOUT },
  async () => {
    const { rpcUrl, chainId, contract, startBlock } = test.registry.place
    // Deep enough that it waits: every transaction is a block, and there are no others.
    const place = { rpc: rpcUrl, contract, chain: chainId, start: startBlock, confirmations: 5 }
    const told = Object.entries(place).flatMap(([name, value]) => [`--${name}`, String(value)])
    expect((await run('chains', 'add', 'deep', ...told)).code).toBe(0)
    const capUri = newName()
    const path = draftFile(capUri)
    const publishing = startCommand(env, 'registry', 'publish', path, '--registry', 'deep', '--yes')
    try {
      await expect.poll(() => publishing.said(), { timeout: 60_000 }).toMatch(/sent: 0x/)
      daemon.kill('SIGKILL')
      await endOf(daemon)
      expect(await publishing.ended).toBe(1)
    } finally {
      await publishing.kill()
    }
    expect(publishing.complained()).toContain('publication_cut_off')
    expect(publishing.complained()).toContain('Run the same command again')
    const [, tx = ''] = /sent: (0x[0-9a-f]+)/.exec(publishing.said()) ?? []

    daemon = await spawnWithVault(env)
    const mined = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x5'] }),
    })
    expect(mined.ok).toBe(true)
    const again = JSON.parse(
      (await run('publish', path, '--registry', 'deep', '--yes', '--json')).stdout,
    ) as unknown
    expect(again).toMatchObject({ state: 'published', tx })
    expect(await readVersions(test.chain, { capUri })).toHaveLength(1)
  },
)
