import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TRPCClientError } from '@trpc/client'
import BetterSqlite3 from 'better-sqlite3'
import type { DaemonClient } from '../client/index.ts'
import { runCli } from '../testing/cli.ts'
import { connectReady, endOf } from '../testing/daemon-process.ts'
import { spawnWithVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
const AGENT_SETTINGS = 'did:nuwa:core:AgentSettings#v1'

describe.skipIf(process.platform === 'win32')('the data of a newer Satchel', () => {
  let home: ReturnType<typeof tempHome>
  let env: NodeJS.ProcessEnv
  let daemon: ChildProcess | null = null
  let client: DaemonClient | null = null

  beforeEach(async () => {
    home = tempHome()
    env = { ...home.env, ...NO_KEYCHAIN, LC_ALL: 'en_GB.UTF-8' }
    await start()
    await stop()
  })
  afterEach(async () => {
    await stop()
    home.remove()
  })

  const start = async (): Promise<DaemonClient['api']> => {
    daemon = await spawnWithVault(env)
    client = await connectReady(env)
    return client.api
  }
  const stop = async (): Promise<void> => {
    await client?.close()
    daemon?.kill('SIGTERM')
    if (daemon !== null) await endOf(daemon)
    client = daemon = null
  }

  /** A change a later version might have made. */
  const change = (sql: string): void => {
    const db = new BetterSqlite3(home.paths.database)
    const version = Number(db.pragma('user_version', { simple: true }))
    db.exec(sql)
    db.pragma(`user_version = ${String(version + 1)}`)
    db.close()
  }

  /** The content of the data directory, except logs, sockets, and the empty files SQLite needs to read. */
  const content = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(home.paths.dataDir, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/^(logs|run|cache)|-shm$|\.lock$/.test(name))
        .map((name) => join(home.paths.dataDir, name))
        .filter((path) => statSync(path).isFile() && statSync(path).size > 0)
        .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
    )

  const failure = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work
      return 'none'
    } catch (thrown) {
      if (!(thrown instanceof TRPCClientError)) throw thrown
      const { data } = thrown as { data?: { satchel?: { code?: string } } }
      return data?.satchel?.code ?? String(thrown)
    }
  }

  it('can be read, refuses every change, and stays unchanged byte for byte', async () => {
    change('CREATE TABLE later (id INTEGER) STRICT;')
    const before = content()
    const api = await start()

    const { phase } = await api.system.status.query()
    expect(phase).toMatchObject({ kind: 'ready', readOnly: { code: 'database_read_only' } })

    expect((await api.state.scopes.query()).length).toBeGreaterThan(0)
    const found = await api.state.query.query({ from: AGENT_SETTINGS })
    expect(found.items).toHaveLength(1)
    const { id } = found.items[0] ?? { id: '' }
    expect((await api.state.history.query({ schemaUri: AGENT_SETTINGS, id })).length).toBeGreaterThan(0)
    expect((await api.chat.conversations.query({})).items).toEqual([])
    expect((await api.settings.get.query()).language).toBe('en')
    expect((await api.identity.status.query()).ownerDid).toMatch(/^did:key:/)
    expect(await api.packages.installed.query()).toEqual([])
    expect(Array.isArray(await api.capabilities.list.query())).toBe(true)
    expect((await api.state.rebuild.mutate({ check: true })).ok).toBe(true)

    const changes: readonly Promise<unknown>[] = [
      api.state.update.mutate({ schemaUri: AGENT_SETTINGS, id, patch: { $set: { language: 'ja' } } }),
      api.state.rebuild.mutate({ check: false }),
      api.state.import.mutate({ file: '' }),
      api.settings.set.mutate({ theme: 'dark' }),
      api.chat.send.mutate({ text: 'hello' }),
      api.identity.create.mutate({ kind: 'Ed25519', label: 'another' }),
      api.packages.refreshAuthors.mutate(),
    ]
    // Awaited together: a rejection while awaiting another would be unhandled.
    expect(await Promise.all(changes.map(failure))).toEqual(changes.map(() => 'database_read_only'))

    await stop()
    expect(content()).toEqual(before)
  })

  it('is told by the command line, with what to do', async () => {
    change('CREATE TABLE later (id INTEGER) STRICT;')
    await start()
    const status = await runCli(env, 'daemon', 'status')
    expect(status.stdout).toContain('read-only')
    expect(status.stdout).toContain('To continue, update Satchel')
    const doctor = await runCli(env, 'doctor')
    expect(doctor.stdout).toContain('read-only')
    const write = await runCli(env, 'settings', 'set', 'theme', 'dark', '--json')
    expect(write.code).toBe(1)
    expect(JSON.parse(write.stderr)).toMatchObject({ code: 'database_read_only' })
  })

  it('that cannot be understood in part fails there alone, and says why', async () => {
    change('ALTER TABLE log_origins RENAME TO log_reasons;')
    const api = await start()
    const { id } = (await api.state.query.query({ from: AGENT_SETTINGS })).items[0] ?? { id: '' }
    expect(await failure(api.state.history.query({ schemaUri: AGENT_SETTINGS, id }))).toBe('database_newer')
    expect((await api.chat.conversations.query({})).items).toEqual([])
  })

  it('that is entirely unreadable blocks the start, with the reason', async () => {
    change('ALTER TABLE state_meta RENAME TO state_about;')
    const before = content()
    daemon = await spawnWithVault(env)
    await expect(connectReady(env)).rejects.toThrow('database_newer')
    await stop()
    expect(content()).toEqual(before)
  })
})
