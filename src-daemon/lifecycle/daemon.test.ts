import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOllamaServer, type OllamaServer } from '../../e2e/ollama-server/server.ts'
import { findDaemon, type DaemonClient } from '../client/index.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { connectReady, endOf, pause, spawnDaemon } from '../testing/daemon-process.ts'
import { daemonEntry } from '../testing/entries.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

const PASSPHRASE = 'a passphrase for tests'
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

describe.skipIf(process.platform === 'win32')('the daemon as a process', () => {
  let home: ReturnType<typeof tempHome>
  let env: NodeJS.ProcessEnv
  let children: ChildProcess[]
  let clients: DaemonClient[]
  let ollama: OllamaServer | null

  beforeEach(async () => {
    home = tempHome()
    env = { ...home.env, ...NO_KEYCHAIN, SATCHEL_LOG: 'trace' }
    await makeQuickVault(env)
    children = []
    clients = []
    ollama = null
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(endOf))
    for (const client of clients) await client.close()
    await ollama?.close()
    home.remove()
  })

  /** A data directory without a vault, so that the daemon creates it. */
  const beginAnew = (): void => {
    home.remove()
    mkdirSync(home.paths.dataDir, { mode: 0o700 })
  }
  const startDaemon = async (): Promise<ChildProcess> => {
    const child = await spawnDaemon(env)
    children.push(child)
    return child
  }
  const connect = async (): Promise<DaemonClient> => {
    const client = await connectReady(env)
    clients.push(client)
    return client
  }
  const logText = (): string =>
    readdirSync(home.paths.logsDir)
      .map((name) => readFileSync(join(home.paths.logsDir, name), 'utf8'))
      .join('')

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends cleanly on %s', async (signal) => {
    const daemon = await startDaemon()
    await connect()
    daemon.kill(signal)
    // A second signal, from an impatient user or another client, changes nothing.
    daemon.kill(signal)
    expect(await endOf(daemon)).toEqual({ code: 0, signal: null })
    expect(existsSync(home.paths.socket)).toBe(false)
    expect(readDescriptor(home.paths)).toBeNull()
    // Closed properly: nothing needs recovery.
    expect(existsSync(`${home.paths.database}-wal`)).toBe(false)
    expect(logText()).toContain('"msg":"stopped"')
  })

  it('stops a running turn, keeps what was said, and ends in time', async () => {
    ollama = await startOllamaServer({ script: ['failures'] })
    const daemon = await startDaemon()
    const { api } = await connect()
    await api.settings.set.mutate({ ollamaUrl: ollama.url })
    const model = (await api.models.providers.query())
      .flatMap(({ models }) => models)
      .find(({ id }) => id !== 'planner')
    const { conversationId } = await api.chat.send.mutate({ text: 'slow', model: model?.id ?? '' })
    const answer = async (client: DaemonClient) =>
      (await client.api.chat.messages.query({ conversationId })).find(({ role }) => role === 'assistant')
    const [client] = clients
    if (client === undefined) throw new Error('not connected')
    while (!JSON.stringify((await answer(client))?.parts ?? []).includes('word')) await pause(20)

    const asked = performance.now()
    daemon.kill('SIGTERM')
    expect(await endOf(daemon)).toEqual({ code: 0, signal: null })
    expect(performance.now() - asked).toBeLessThan(15_000)
    expect(ollama.requests.find(({ path }) => path === '/api/chat')?.closedEarly).toBe(true)

    await startDaemon()
    const kept = await answer(await connect())
    expect(kept?.status).toBe('stopped')
    expect(JSON.stringify(kept?.parts)).toContain('word')
  })

  it('goes on when the program that started it dies at once', async () => {
    const starter = join(home.paths.dataDir, 'starter.mts')
    writeFileSync(
      starter,
      `import { spawnDetached } from ${JSON.stringify(join(import.meta.dirname, '..', 'platform', 'processes.ts'))}
       const child = spawnDetached({ command: process.execPath, args: [${JSON.stringify(daemonEntry)}], env: process.env })
       child.once('spawn', () => process.kill(process.pid, 'SIGKILL'))`,
    )
    const child = spawn(process.execPath, [starter], { env, stdio: 'ignore' })
    expect((await endOf(child)).signal).toBe('SIGKILL')
    while ((await findDaemon(home.paths)) === null) await pause(20)
    const { api } = await connect()
    const { info } = await api.system.status.query()
    await pause(300)
    expect((await api.system.status.query()).info.pid).toBe(info.pid)
    await api.system.stop.mutate()
    while (existsSync(home.paths.socket)) await pause(20)
  })

  it('leaves one of five that start at the same instant', async () => {
    const all = Array.from({ length: 5 }, () =>
      spawn(process.execPath, [daemonEntry], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    children.push(...all)
    const reports = await Promise.all(
      all.map(
        ({ stdout }) =>
          new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve)),
      ),
    )
    const kinds = reports.map((line) => {
      const { kind, code } = JSON.parse(line) as { kind: string; code?: string }
      return code ?? kind
    })
    expect(kinds.sort()).toEqual([...Array<string>(4).fill('daemon_already_running'), 'listening'])
    await connect()
    const losers = all.filter(({ pid }) => pid !== readDescriptor(home.paths)?.pid)
    expect(losers).toHaveLength(4)
    for (const loser of losers) expect((await endOf(loser)).code).toBe(1)
  })

  it('makes every guess at the passphrase of its vault and its backups cost 2^17 rounds or more', async () => {
    beginAnew()
    await startDaemon()
    const { api } = await connect()
    const { fileBase64 } = await api.identity.backup.mutate({ passphrase: PASSPHRASE, current: PASSPHRASE })
    for (const file of [
      Buffer.from(fileBase64, 'base64'),
      readFileSync(join(home.paths.dataDir, 'vault.age')),
    ]) {
      const [, factor] = /^age-encryption\.org\/v1\n-> scrypt \S+ (\d+)\n/.exec(file.toString('latin1')) ?? []
      expect(Number(factor)).toBeGreaterThanOrEqual(17)
    }
  })

  it('says nothing of the passphrase, in the log or in any other file', async () => {
    beginAnew()
    const daemon = await startDaemon()
    const { api } = await connect()
    expect((await api.identity.status.query()).keyStore.backend).toBe('vault')
    await api.system.createVault.mutate({ passphrase: PASSPHRASE }).catch(() => undefined)
    await api.system.stop.mutate()
    expect(await endOf(daemon)).toEqual({ code: 0, signal: null })
    expect(logText()).toContain('"msg":"stopped"')
    const files = readdirSync(home.paths.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(home.paths.dataDir, name))
      .filter((path) => statSync(path).isFile())
    expect(files.filter((path) => readFileSync(path).includes(PASSPHRASE))).toEqual([])
  })
})
