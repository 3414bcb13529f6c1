import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFailed } from 'vitest'
import { connectDaemon, findDaemon, stopDaemon, type DaemonClient } from '../client/index.ts'
import { salvageResultSchema, type SalvageResult } from '../contract/salvage.ts'
import { useKeychainOfItsOwn, withKeychain } from '../identity/keys/testing/session.ts'
import { createRandom, newSeed } from '../state/survival/testing/random.ts'
import { databaseKind } from '../storage/index.ts'
import { runCli } from '../testing/cli.ts'
import { damageFile } from '../testing/damage.ts'
import { connectReady, endOf, pause, spawnDaemon } from '../testing/daemon-process.ts'
import { tempHome } from '../testing/temp-home.ts'

const TIMEOUT = 240_000
const PATIENCE_MS = 30_000
const TEXT = 'a message of before'

/** Damaged data, encrypted with a key in the keychain, with real daemons. */
withKeychain(import.meta.url, () => {
  useKeychainOfItsOwn()

  let home: ReturnType<typeof tempHome>
  let env: NodeJS.ProcessEnv
  let daemon: ChildProcess | null = null
  beforeEach(() => {
    home = tempHome()
    env = { ...home.env, LC_ALL: 'en_GB.UTF-8' }
  })
  afterEach(async () => {
    await end('SIGTERM')
    await stopDaemon(env)
    home.remove()
  })

  const start = async (): Promise<void> => {
    daemon = await spawnDaemon(env)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    daemon?.kill(signal)
    if (daemon !== null) await endOf(daemon)
    daemon = null
  }
  const connect = async (): Promise<DaemonClient> => {
    const address = await findDaemon(home.paths)
    if (address === null) throw new Error('no daemon answers')
    return connectDaemon(address, 'cli')
  }
  const settled = async (client: DaemonClient): Promise<string> => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      const { phase } = await client.api.system.status.query()
      if (phase.kind !== 'starting') return phase.kind
      await pause(20)
    }
    throw new Error('it did not settle')
  }
  /** A conversation, and a database with a damaged page: a daemon that is blocked. */
  const startDamaged = async (): Promise<Buffer> => {
    await start()
    const client = await connectReady(env)
    await client.api.chat.send.mutate({ text: TEXT, model: 'planner' })
    await client.close()
    await end('SIGTERM')
    expect(databaseKind(home.paths.database)).toBe('encrypted')
    const seed = newSeed()
    onTestFailed(() => {
      process.stderr.write(`seed ${String(seed)}\n`)
    })
    damageFile(home.paths.database, 'garbled', createRandom(seed), 0.05)
    const damaged = readFileSync(home.paths.database)
    await start()
    return damaged
  }
  const salvage = async (...args: string[]): Promise<SalvageResult> => {
    const { stdout, stderr } = await runCli(env, 'data', 'salvage', '--yes', '--json', ...args)
    if (stdout === '') throw new Error(stderr)
    return salvageResultSchema.parse(JSON.parse(stdout))
  }

  it(
    'are salvaged: first seen, then done, with the damaged file kept and what is lost listed',
    { timeout: TIMEOUT },
    async () => {
      const damaged = await startDamaged()
      const client = await connect()
      try {
        expect(await settled(client)).toBe('blocked')
        expect((await runCli(env, 'doctor')).stdout).toContain('satchel data salvage')

        const seen = await salvage('--rehearse')
        expect(seen).toMatchObject({ kept: null, written: null })
        expect(seen.report.unreadablePages.length).toBeGreaterThan(0)
        expect(await settled(client)).toBe('blocked')
        const out = join(home.paths.dataDir, 'elsewhere')
        await salvage('--out', out)
        expect(readdirSync(out).sort()).toEqual(['salvage.json', 'state.db'])
        expect(readFileSync(home.paths.database).equals(damaged)).toBe(true)

        const done = await salvage()
        expect(await settled(client)).toBe('ready')
        expect(readFileSync(done.kept ?? '').equals(damaged)).toBe(true)
        expect(JSON.parse(readFileSync(done.written ?? '', 'utf8'))).toMatchObject({
          unreadablePages: seen.report.unreadablePages,
        })
        expect(databaseKind(home.paths.database)).toBe('encrypted')
        expect(readdirSync(home.paths.dataDir).filter((name) => name.includes('salvag'))).toEqual([
          (done.written ?? '').slice(home.paths.dataDir.length + 1),
        ])
        // It goes on with it, also after the next start.
        await client.api.chat.send.mutate({ text: 'and of after', model: 'planner' })
      } finally {
        await client.close()
      }
      await end('SIGTERM')
      await start()
      const again = await connectReady(env)
      const { items } = await again.api.chat.conversations.query({})
      expect(items.length).toBeGreaterThan(0)
      await again.close()
    },
  )

  it('stay as they are if it is killed on the way', { timeout: TIMEOUT }, async () => {
    const damaged = await startDamaged()
    const client = await connect()
    expect(await settled(client)).toBe('blocked')
    const work = client.api.system.salvage.mutate({ to: 'nowhere' }).catch(() => null)
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;)
      if ((await client.api.system.salvageStep.query().catch(() => 'over')) !== null) break
    await end('SIGKILL')
    await work
    await client.close()
    expect(readFileSync(home.paths.database).equals(damaged)).toBe(true)
    await start()
    const next = await connect()
    expect(await settled(next)).toBe('blocked')
    await next.close()
    expect(readdirSync(home.paths.dataDir).filter((name) => name.includes('salvag'))).toEqual([])
  })
})
