import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'
import type { DaemonClient } from '../client/index.ts'

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
const SETTINGS = 'did:nuwa:core:AgentSettings#v1'
const MEMORY = 'did:nuwa:core:MemoryStore#v1'

/** A device: a data directory and its daemon. */
interface Device {
  readonly home: ReturnType<typeof tempHome>
  readonly env: NodeJS.ProcessEnv
  readonly daemon: ChildProcess
  readonly client: DaemonClient
}

const startDevice = async (): Promise<Device> => {
  const home = tempHome()
  const env = {
    ...home.env,
    ...NO_KEYCHAIN,
    LC_ALL: 'en_GB.UTF-8',
    SATCHEL_BACKUP_PASSPHRASE: 'a passphrase to move by',
  }
  const daemon = await spawnWithVault(env)
  return { home, env, daemon, client: await connectReady(env) }
}

const stopDevice = async ({ client, daemon, home }: Device): Promise<void> => {
  await client.close()
  daemon.kill('SIGTERM')
  await endOf(daemon)
  home.remove()
}

describe.skipIf(process.platform === 'win32')('two devices of one owner', () => {
  let one: Device
  let two: Device

  beforeAll(async () => {
    ;[one, two] = await Promise.all([startDevice(), startDevice()])
    // The same key on both, as a user would transfer it.
    const backup = join(one.home.paths.dataDir, 'keys.backup')
    await cli(one, 'keys', 'backup', backup, '--yes')
    await cli(two, 'keys', 'restore', backup, '--as-owner', '--yes')
  }, 60_000)
  afterAll(async () => {
    await Promise.all([one, two].map(stopDevice))
  })

  /** Runs a command that must succeed, and returns its JSON. */
  const cli = async (device: Device, ...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runCli(device.env, ...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const at = (device: Device, name: string): string => join(device.home.paths.dataDir, name)
  const objectsOf = async ({ client: { api } }: Device): Promise<unknown[]> => {
    const found = await Promise.all([SETTINGS, MEMORY].map((from) => api.state.query.query({ from })))
    return found
      .flatMap(({ items }) => items)
      .map(({ id, version, object, conflicts }) => ({ id, version, object, conflicts }))
  }
  const set = async ({ client: { api } }: Device, patch: unknown): Promise<void> => {
    const [object] = (await api.state.query.query({ from: SETTINGS })).items
    await api.state.update.mutate({ schemaUri: SETTINGS, id: object?.id ?? '', patch })
  }
  /** One part, through the API. */
  const exported = async ({ client: { api } }: Device): Promise<string> =>
    (await api.state.export.query({ scopes: null, since: null })).file
  const imported = ({ client: { api } }: Device, file: string) => api.state.import.mutate({ file })
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work
      return 'none'
    } catch (thrown) {
      if (!(thrown instanceof TRPCClientError)) throw thrown
      const { data } = thrown as { data?: { satchel?: { code?: string } } }
      return data?.satchel?.code ?? String(thrown)
    }
  }

  it('converge through files, also when both edit at once', async () => {
    await set(one, { $set: { tone: 'formal' } })
    await set(two, { $set: { theme: 'dark' } })
    const first = at(one, 'first')
    await cli(one, 'state', 'export', '--out', first)
    expect(statSync(first).mode & 0o777).toBe(0o600)
    await cli(two, 'state', 'import', first)
    // Both edit the same field without knowing of each other; only the missing changes are sent back.
    await Promise.all([set(one, { $set: { language: 'ja' } }), set(two, { $set: { language: 'es' } })])
    const known = at(one, 'vectors.json')
    writeFileSync(known, JSON.stringify(await cli(one, 'state', 'vectors')))
    const back = at(two, 'back')
    const { changes } = (await cli(two, 'state', 'export', '--since', known, '--out', back)) as {
      changes: number
    }
    const all = (await two.client.api.state.export.query({ scopes: null, since: null })).changes
    expect(changes).toBeGreaterThan(0)
    expect(changes).toBeLessThan(all)
    await cli(one, 'state', 'import', back)
    await imported(two, await exported(one))

    expect(await objectsOf(one)).toEqual(await objectsOf(two))
    expect(await objectsOf(one)).toMatchObject([{ object: { tone: 'formal', theme: 'dark' } }, {}])
    expect(await cli(one, 'state', 'rebuild', '--check')).toMatchObject({ ok: true, differences: [] })
    const before = await objectsOf(one)
    expect(await one.client.api.state.rebuild.mutate({ check: false })).toMatchObject({ ok: true })
    expect(await objectsOf(one)).toEqual(before)
  }, 60_000)

  it('come to the same in another order, and twice', async () => {
    await Promise.all([set(one, { $set: { tone: 'casual' } }), set(two, { $set: { tone: 'kids' } })])
    const [ofOne, ofTwo] = await Promise.all([exported(one), exported(two)])
    await set(one, { $set: { theme: 'light' } })
    const later = await exported(one)
    await imported(one, ofTwo)
    expect(await imported(one, ofTwo)).toMatchObject({ applied: 0, waiting: 0, objects: 0 })
    for (const file of [later, ofOne, ofOne, later]) await imported(two, file)
    expect(await objectsOf(one)).toEqual(await objectsOf(two))
    for (const { client } of [one, two])
      expect(await client.api.state.rebuild.mutate({ check: true })).toMatchObject({ ok: true })
  })

  it('move more than one part in a file that appears as a whole, and is replaced only when told', async () => {
    await Promise.all(
      Array.from({ length: 320 }, (_, n) => set(one, { $set: { tone: n % 2 === 0 ? 'casual' : 'kids' } })),
    )
    const path = at(one, 'all')
    const report = (await cli(one, 'state', 'export', '--scope', 'sc:core', '--out', path)) as {
      changes: number
    }
    expect(report.changes).toBeGreaterThan(320)
    const before = readFileSync(path)
    expect(before.toString('latin1').split('satchel-changes\n').length).toBeGreaterThan(2)
    const again = await runCli(one.env, 'state', 'export', '--out', path, '--json')
    expect(again.code).toBe(1)
    expect(JSON.parse(again.stderr)).toMatchObject({ code: 'file_exists' })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(await cli(two, 'state', 'import', path)).toMatchObject({
      changes: report.changes,
      waiting: 0,
    })
    expect(await objectsOf(two)).toEqual(await objectsOf(one))
    await cli(one, 'state', 'export', '--out', path, '--overwrite')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(one.home.paths.dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([])
  }, 60_000)

  it('are listed, named and removed, and what a removed one writes is refused', async () => {
    const three = await startDevice()
    try {
      await cli(three, 'keys', 'restore', join(one.home.paths.dataDir, 'keys.backup'), '--as-owner', '--yes')
      await imported(one, await exported(three))
      const listed = (device: Device) => device.client.api.state.devices.query()
      const { replica } = (await listed(three)).find(({ isThis }) => isThis) ?? { replica: '' }
      expect((await listed(one)).map(({ isThis }) => isThis)).toEqual([true, false, false])
      expect(await cli(one, 'devices', 'name', replica, 'Old laptop')).toMatchObject({ name: 'Old laptop' })
      const { stdout } = await runCli(one.env, 'devices', 'list')
      expect(stdout).toMatch(/^\* .*\n {2}.*\n {2}/)
      expect(stdout).toContain('Old laptop')
      expect(await cli(one, 'devices', 'remove', 'Old laptop', '--yes')).toMatchObject({ replica })
      await set(three, { $set: { tone: 'kids' } })
      const later = await exported(three)
      expect(await refusal(imported(one, later))).toBe('device_removed')
      // The others hear of it with the next change set, and so does the removed one.
      await imported(two, await exported(one))
      expect(await refusal(imported(two, later))).toBe('device_removed')
      await imported(three, await exported(one))
      expect(await refusal(exported(three))).toBe('device_removed_here')
      const own = (await listed(one)).find(({ isThis }) => isThis)?.replica ?? ''
      const refused = await runCli(one.env, 'devices', 'remove', own, '--yes', '--json')
      expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'device_is_this' })
    } finally {
      await stopDevice(three)
    }
  }, 60_000)

  it('refuse a file that is not a change set, and one of another owner', async () => {
    const damaged = at(one, 'damaged')
    const whole = Buffer.from(await exported(one), 'base64')
    writeFileSync(damaged, whole.subarray(0, whole.length - 1))
    const { code, stderr } = await runCli(one.env, 'state', 'import', damaged, '--json')
    expect({ code, error: JSON.parse(stderr) as unknown }).toMatchObject({
      code: 1,
      error: { code: 'change_set_invalid' },
    })
    const stranger = await startDevice()
    try {
      expect(await refusal(imported(stranger, whole.toString('base64')))).toBe('change_set_other_owner')
    } finally {
      await stopDevice(stranger)
    }
    expect(await runCli(one.env, 'state', 'export', '--scope', 'SC')).toMatchObject({ code: 2 })
  }, 60_000)
})
