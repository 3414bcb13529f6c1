import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tempHome } from '../testing/temp-home.ts'
import { dataPaths, prepareDataDir } from './paths.ts'

describe.skipIf(process.platform === 'win32')('the data directory', () => {
  let home: ReturnType<typeof tempHome>
  beforeEach(() => {
    home = tempHome()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    home.remove()
  })

  it('is made for its user alone, whatever is allowed by default', () => {
    rmSync(home.paths.dataDir, { recursive: true })
    const mask = process.umask(0)
    try {
      prepareDataDir(home.paths)
    } finally {
      process.umask(mask)
    }
    for (const dir of [home.paths.dataDir, home.paths.runDir, home.paths.logsDir])
      expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  it.each([0o770, 0o720, 0o702, 0o777])('is refused when others can write to it: %o', (mode) => {
    chmodSync(home.paths.dataDir, mode)
    expect(refusal()).toMatchObject({ code: 'data_dir_exposed', params: { path: home.paths.dataDir } })
    expect(existsSync(home.paths.runDir)).toBe(false)
  })

  it('may be read by others, which what is in it is not', () => {
    chmodSync(home.paths.dataDir, 0o755)
    expect(refusal()).toBeNull()
  })

  it('is refused when it belongs to another user', () => {
    const owner = statSync(home.paths.dataDir).uid
    // Who runs the test is root or not; either must not use what is another's.
    vi.spyOn(process, 'getuid').mockReturnValue(owner === 0 ? 1000 : 0)
    expect(refusal()).toMatchObject({
      code: 'data_dir_foreign',
      params: { path: home.paths.dataDir, owner },
    })
    expect(existsSync(home.paths.runDir)).toBe(false)
  })

  it('is judged by where a symbolic link leads', () => {
    const link = join(home.paths.dataDir, 'link')
    const target = join(home.paths.dataDir, 'target')
    mkdirSync(target, { mode: 0o700 })
    symlinkSync(target, link)
    expect(refusal(link)).toBeNull()
    chmodSync(target, 0o777)
    expect(refusal(link)).toMatchObject({ code: 'data_dir_exposed', params: { path: link } })
  })

  it('is refused when others can write to its run directory', () => {
    mkdirSync(home.paths.runDir)
    chmodSync(home.paths.runDir, 0o770)
    expect(refusal()).toMatchObject({ code: 'data_dir_exposed', params: { path: home.paths.runDir } })
  })

  it('is refused when its path is longer than the database can have, and says by how much', () => {
    const dir = join(home.paths.dataDir, ...Array.from({ length: 40 }, () => 'deep-folder'))
    expect(refusal(dir)).toMatchObject({
      code: 'data_dir_too_long',
      params: { path: dir, bytes: Buffer.byteLength(dir), limit: 440 },
    })
    expect(existsSync(join(home.paths.dataDir, 'deep-folder'))).toBe(false)
  })

  const refusal = (dir = home.paths.dataDir): unknown => {
    try {
      prepareDataDir(dataPaths({ SATCHEL_HOME: dir }))
      return null
    } catch (error) {
      return error
    }
  }
})
