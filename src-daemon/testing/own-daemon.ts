import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll } from 'vitest'
import type { DataPaths } from '../platform/paths.ts'
import { endOf } from './daemon-process.ts'
import { spawnWithVault } from './quick-vault.ts'
import { tempHome } from './temp-home.ts'

/** A daemon that a test file runs its commands against. */
export interface OwnDaemon {
  readonly paths: DataPaths
  /** For the daemon and the commands run against it. */
  readonly env: NodeJS.ProcessEnv
  /** Starts it again after `kill`. */
  start(): Promise<void>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

const TIMEOUT = 240_000

/**
 * Starts a daemon for a file before its tests: in English, without a keychain, so that its secrets are in a vault. After them, it is
 * removed with its data. To be called where hooks are registered.
 */
export const useOwnDaemon = (): OwnDaemon => {
  const home = tempHome()
  const env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  let child: ChildProcess | null = null

  const start = async (): Promise<void> => {
    child = await spawnWithVault(env)
  }
  const kill = async (): Promise<void> => {
    if (child === null) return
    child.kill('SIGKILL')
    await endOf(child)
    child = null
  }
  beforeAll(start, TIMEOUT)
  afterAll(async () => {
    await kill()
    home.remove()
  }, TIMEOUT)
  return { paths: home.paths, env, start, kill }
}
