import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tempHome } from '../testing/temp-home.ts'
import { dataPaths, type DataPaths } from './paths.ts'
import { makeSocketDir, refuseUnsafeSocketDir, removeSocketDir } from './socket-place.ts'

const DEEP = join(...Array.from({ length: 8 }, () => 'deep-folder-name'))

describe.skipIf(process.platform === 'win32')('the place of the sockets', () => {
  let home: ReturnType<typeof tempHome>
  let deep: DataPaths
  beforeEach(() => {
    home = tempHome()
    deep = at(join(home.paths.dataDir, DEEP))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    for (const { socketDir } of [home.paths, deep]) rmSync(socketDir, { recursive: true, force: true })
    home.remove()
  })
  const at = (dir: string): DataPaths => dataPaths({ SATCHEL_HOME: dir })

  it('is the run directory, up to the last byte a socket may have', () => {
    const most = process.platform === 'darwin' ? 103 : 107
    const before = Buffer.byteLength(join(home.paths.dataDir, 'x', 'run', 'daemon.sock')) - 1
    const long = at(join(home.paths.dataDir, 'x'.repeat(most - before)))
    expect(Buffer.byteLength(long.socket)).toBe(most)
    expect(long.socketDir).toBe(long.runDir)
    const longer = at(`${long.dataDir}x`)
    expect(dirname(longer.socket)).toBe(longer.socketDir)
    expect(longer.socketDir).toMatch(/^\/tmp\/satchel-\d+-[0-9a-f]{32}$/)
    // Bytes count, not characters.
    const written = at(join(home.paths.dataDir, '深'.repeat(30)))
    expect(written.socketDir).not.toBe(written.runDir)
  })

  it('is one for each data directory, whatever the environment, and however a link leads there', () => {
    expect(at(`${deep.dataDir}-other`).socket).not.toBe(deep.socket)
    const env = { SATCHEL_HOME: deep.dataDir, TMPDIR: '/var/tmp', XDG_RUNTIME_DIR: home.paths.dataDir }
    expect(dataPaths(env).socket).toBe(deep.socket)
    const link = join(home.paths.dataDir, 'link')
    symlinkSync(dirname(deep.dataDir), link)
    const byLink = () => at(join(link, basename(deep.dataDir)))
    expect(Buffer.byteLength(byLink().dataDir)).toBeLessThan(80)
    // Before the folder is there, and when it is.
    mkdirSync(dirname(deep.dataDir), { recursive: true })
    expect(byLink().socket).toBe(deep.socket)
    mkdirSync(deep.dataDir)
    expect(byLink().socket).toBe(deep.socket)
    expect(at(deep.dataDir).socket).toBe(deep.socket)
  })

  it('is the run directory by its own path where only a link to it is long', () => {
    mkdirSync(dirname(deep.dataDir), { recursive: true })
    symlinkSync(home.paths.dataDir, deep.dataDir)
    expect(at(deep.dataDir).socket).toBe(join(realpathSync(home.paths.dataDir), 'run', 'daemon.sock'))
  })

  it('is made for its user alone, and removed when nothing is left in it', () => {
    const mask = process.umask(0)
    try {
      makeSocketDir(deep)
    } finally {
      process.umask(mask)
    }
    expect(statSync(deep.socketDir).mode & 0o777).toBe(0o700)
    makeSocketDir(deep) // as after a crash
    mkdirSync(join(deep.socketDir, 'left'))
    removeSocketDir(deep)
    expect(existsSync(deep.socketDir)).toBe(true)
    rmSync(join(deep.socketDir, 'left'), { recursive: true })
    removeSocketDir(deep)
    expect(existsSync(deep.socketDir)).toBe(false)
  })

  it('stays when it is the run directory', () => {
    mkdirSync(home.paths.runDir)
    makeSocketDir(home.paths)
    removeSocketDir(home.paths)
    expect(existsSync(home.paths.runDir)).toBe(true)
  })

  describe.each([
    ['the daemon', makeSocketDir],
    ['a client', refuseUnsafeSocketDir],
  ])('is refused by %s', (_who, use) => {
    it('when another user has put it there', () => {
      mkdirSync(deep.socketDir, { mode: 0o700 })
      const owner = statSync(deep.socketDir).uid
      vi.spyOn(process, 'getuid').mockReturnValue(owner === 0 ? 1000 : 0)
      expect(refusal(use)).toMatchObject({
        code: 'data_dir_foreign',
        params: { path: deep.socketDir, owner },
      })
    })

    it.each([0o770, 0o702, 0o777])('when others can write to it: %o', (mode) => {
      mkdirSync(deep.socketDir)
      chmodSync(deep.socketDir, mode)
      expect(refusal(use)).toMatchObject({ code: 'data_dir_exposed', params: { path: deep.socketDir } })
    })

    it('when it is a link, also to a folder of one’s own', () => {
      symlinkSync(home.paths.dataDir, deep.socketDir)
      expect(refusal(use)).toMatchObject({ params: { path: deep.socketDir } })
      expect(lstatSync(deep.socketDir).isSymbolicLink()).toBe(true)
    })
  })

  const refusal = (use: (paths: DataPaths) => void): unknown => {
    try {
      use(deep)
      return null
    } catch (error) {
      return error
    }
  }
})
