import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDescriptor } from '../platform/descriptor.ts'
import { prepareDataDir } from '../platform/paths.ts'
import { isRunning } from '../platform/processes.ts'
import { connectReady } from '../testing/daemon-process.ts'
import { daemonEntry } from '../testing/entries.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'
import { ensureDaemon, stopDaemon } from './index.ts'

describe.skipIf(process.platform === 'win32')('making sure of a daemon', () => {
  let home: ReturnType<typeof tempHome>
  let entry: string

  beforeEach(() => {
    home = tempHome()
    entry = program('daemon.mjs')
  })
  afterEach(async () => {
    await stopDaemon(home.env)
    home.remove()
  })

  /** A program of its own that is the daemon; writing to it makes it another build. */
  const program = (name: string): string => {
    const path = join(home.paths.dataDir, name)
    writeFileSync(path, `await import(${JSON.stringify(daemonEntry)})\n`)
    return path
  }
  const ensure = (daemonEntry = entry) =>
    ensureDaemon({ env: home.env, runtime: { nodePath: process.execPath, daemonEntry } })
  const runningPid = (): number => {
    const pid = readDescriptor(home.paths)?.pid
    if (pid === undefined) throw new Error('no daemon runs')
    return pid
  }

  it('starts one, and finds it again', async () => {
    expect(await ensure()).toEqual({ socket: home.paths.socket })
    const first = runningPid()
    await ensure()
    expect(runningPid()).toBe(first)
  })

  it('kills one that is stuck, and its store opens again', async () => {
    await ensure()
    const stuck = runningPid()
    // It takes no signal any more, and its socket still accepts.
    process.kill(stuck, 'SIGSTOP')
    expect(await stopDaemon(home.env, undefined, 200)).toBe(true)
    expect(isRunning(stuck)).toBe(false)
    await ensure()
    expect(runningPid()).not.toBe(stuck)
  })

  it('replaces a daemon that an earlier build of the same program started', async () => {
    await ensure()
    const first = runningPid()
    appendFileSync(entry, '// a newer build\n')
    await ensure()
    expect(isRunning(first)).toBe(false)
    const second = runningPid()
    expect(second).not.toBe(first)
    await ensure()
    expect(runningPid()).toBe(second)
  })

  it('replaces it once when several notice at the same time', async () => {
    await ensure()
    const first = runningPid()
    appendFileSync(entry, '// a newer build\n')
    await Promise.all([ensure(), ensure(), ensure(), ensure()])
    const second = runningPid()
    expect(second).not.toBe(first)
    expect(isRunning(first)).toBe(false)
    await ensure()
    expect(runningPid()).toBe(second)
  })

  it('leaves the daemon of another program alone', async () => {
    await ensure(program('other.mjs'))
    const first = runningPid()
    await ensure()
    expect(runningPid()).toBe(first)
  })

  it.skipIf(process.platform !== 'linux')(
    'hands over the passphrase so that /proc never shows it',
    async () => {
      const env: NodeJS.ProcessEnv = {
        ...home.env,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
        SATCHEL_BACKUP_PASSPHRASE: 'another secret for tests',
      }
      await makeQuickVault(env)
      await ensureDaemon({ env, runtime: { nodePath: process.execPath, daemonEntry: entry } })
      const client = await connectReady(env)
      try {
        const { keyStore } = await client.api.identity.status.query()
        expect(keyStore).toMatchObject({ backend: 'vault', state: 'ready' })
      } finally {
        await client.close()
      }
      for (const file of ['environ', 'cmdline']) {
        const shown = readFileSync(`/proc/${String(runningPid())}/${file}`, 'utf8')
        expect(shown).not.toContain('a passphrase for tests')
        expect(shown).not.toContain('another secret for tests')
      }
    },
  )

  it('waits for a daemon that no longer answers but is still ending, and starts the next', async () => {
    const holder = join(home.paths.dataDir, 'holder.mts')
    const lock = join(import.meta.dirname, '..', 'lifecycle', 'lock.ts')
    const paths = join(import.meta.dirname, '..', 'platform', 'paths.ts')
    prepareDataDir(home.paths)
    writeFileSync(
      holder,
      `import { acquireLock } from ${JSON.stringify(lock)}
       import { dataPaths } from ${JSON.stringify(paths)}
       const lock = acquireLock(dataPaths(process.env))
       process.once('message', () => { lock.release(); process.exit() })
       process.send('held')`,
    )
    const ending = fork(holder, { env: home.env })
    await once(ending, 'message')
    const started = ensure()
    setTimeout(() => ending.send('end'), 1200)
    await started
    expect(ending.connected).toBe(false)
    expect(isRunning(runningPid())).toBe(true)
  })
})
