import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectDaemon, ensureDaemon, stopDaemon } from '../client/index.ts'
import { dataPaths, type DataPaths } from '../platform/paths.ts'
import { runCli } from '../testing/cli.ts'
import { daemonEntry } from '../testing/entries.ts'
import { makeQuickVault } from '../testing/quick-vault.ts'
import { tempHome } from '../testing/temp-home.ts'

describe.skipIf(process.platform === 'win32')('a data directory whose path is long', () => {
  let home: ReturnType<typeof tempHome>
  beforeEach(() => {
    home = tempHome()
  })
  afterEach(() => {
    home.remove()
  })
  /** The environment of a data directory in there. */
  const below = (...folders: readonly string[]): NodeJS.ProcessEnv => ({
    ...home.env,
    SATCHEL_HOME: join(home.paths.dataDir, ...folders),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    LC_ALL: 'en_GB.UTF-8',
  })

  const ensure = (env: NodeJS.ProcessEnv) =>
    ensureDaemon({ env, runtime: { nodePath: process.execPath, daemonEntry } })

  describe('too long for a socket', () => {
    let env: NodeJS.ProcessEnv
    let paths: DataPaths
    beforeEach(async () => {
      env = below(...Array.from({ length: 7 }, () => 'deep-folder-name'), 'home')
      paths = dataPaths(env)
      await makeQuickVault(env)
    })
    afterEach(async () => {
      await stopDaemon(env)
    })

    it('has its socket elsewhere, where clients find it, and takes it away again', async () => {
      const address = await ensure(env)
      expect(address).toEqual({ socket: paths.socket })
      expect(dirname(paths.socket)).not.toBe(paths.runDir)
      expect(statSync(dirname(paths.socket)).mode & 0o777).toBe(0o700)
      expect(statSync(paths.socket).mode & 0o777).toBe(0o600)
      const { api, close } = await connectDaemon(address, 'cli')
      expect((await api.system.status.query()).info.dataDir).toBe(paths.dataDir)
      await close()
      for (const command of [['daemon', 'start'], ['daemon', 'status'], ['doctor'], ['daemon', 'logs']])
        expect(await runCli(env, ...command)).toMatchObject({ code: 0, stderr: '' })
      const link = join(home.paths.dataDir, 'link')
      symlinkSync(dirname(paths.dataDir), link)
      const byLink = { ...env, SATCHEL_HOME: join(link, 'home') }
      expect((await runCli(byLink, 'daemon', 'status')).stdout).toContain('Running')

      expect(await stopDaemon(env)).toBe(true)
      expect(existsSync(dirname(paths.socket))).toBe(false)
      expect((await runCli(env, 'daemon', 'status')).stdout).toContain('Not running')
    })
  })

  describe.each([
    [
      'too long for the database',
      ['deep-folder-name'.repeat(10), 'b'.repeat(200), 'c'.repeat(200)],
      'data_dir_too_long',
    ],
    ['with a name no file system has', ['x'.repeat(300)], 'data_dir_unusable'],
    ['longer than any path', Array.from({ length: 300 }, () => 'deep-folder-name'), 'data_dir_too_long'],
    ['through a file', ['file', 'x'], 'data_dir_unusable'],
  ])('%s', (_what, folders, code) => {
    it('is refused with the reason, and no command ends in an internal error', async () => {
      writeFileSync(join(home.paths.dataDir, 'file'), '')
      const env = below(...folders)
      await expect(ensure(env)).rejects.toMatchObject({ code })
      for (const command of ['logs', 'status']) {
        const { stderr } = await runCli(env, 'daemon', command, '--json')
        expect(stderr).not.toContain('"internal"')
        expect(stderr).not.toContain('"daemon_unreachable"')
      }
    })
  })

  it.each([
    ['the lock', 'run', 'owner.lock'],
    ['the log', 'logs', 'daemon.log'],
  ])('of any length says so where a folder is in the place of %s', async (_what, ...place) => {
    const env = below('home')
    mkdirSync(join(dataPaths(env).dataDir, ...place), { recursive: true, mode: 0o700 })
    await expect(ensure(env)).rejects.toMatchObject({ code: 'data_dir_unusable' })
    expect((await runCli(env, 'daemon', 'logs', '--json')).stderr).not.toContain('"internal"')
  })

  it('has no log where no daemon has run', async () => {
    expect(await runCli(below('home'), 'daemon', 'logs')).toEqual({
      code: 0,
      stdout: 'Nothing here yet.\n',
      stderr: '',
    })
  })
})
