import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildAt } from './build.ts'
import { dataDirOf } from './data-dir.ts'

describe('the compiled code kept between starts', () => {
  let home: string
  let entry: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'satchel-'))
    entry = join(home, 'program.mjs')
    writeFileSync(
      entry,
      `import { useCodeCache, saveCodeCache } from ${JSON.stringify(join(import.meta.dirname, 'code-cache.ts'))}
       useCodeCache(process.env)
       await import(${JSON.stringify(join(import.meta.dirname, '..', 'text', 'index.ts'))})
       saveCodeCache()`,
    )
  })
  afterEach(() => {
    rmSync(home, { recursive: true, force: true })
  })

  const run = (dataDir = home) =>
    spawnSync(process.execPath, [entry], {
      // The gate gives all processes of its tests one place for it.
      env: { ...process.env, SATCHEL_HOME: dataDir, NODE_COMPILE_CACHE: undefined },
      encoding: 'utf8',
    })
  const kept = () => (existsSync(join(home, 'cache')) ? readdirSync(join(home, 'cache')) : [])

  it('lies in the data directory, one for each build, the last one only', () => {
    expect(run().status).toBe(0)
    const [first] = kept()
    expect(kept()).toEqual([`code-${buildAt(entry)?.build ?? ''}`])
    appendFileSync(entry, '\n// a newer build\n')
    run()
    expect(kept()).toHaveLength(1)
    expect(kept()).not.toEqual([first])
  })

  it('is skipped without a data directory, and creates none', () => {
    const absent = join(home, 'absent')
    expect(run(absent).status).toBe(0)
    expect(existsSync(absent)).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('is done without where others could have put code', () => {
    chmodSync(home, 0o777)
    expect(run().status).toBe(0)
    expect(kept()).toEqual([])
  })
})

describe('the data directory', () => {
  const user = homedir()
  it.each([
    [{ SATCHEL_HOME: '/chosen' }, 'linux', '/chosen'],
    [{}, 'linux', join(user, '.local/share/satchel')],
    [{ SATCHEL_HOME: '', XDG_DATA_HOME: '' }, 'linux', join(user, '.local/share/satchel')],
    [{ XDG_DATA_HOME: '/data' }, 'linux', '/data/satchel'],
    [{}, 'darwin', join(user, 'Library/Application Support/satchel')],
    [{ LOCALAPPDATA: '/local' }, 'win32', '/local/satchel/Data'],
  ] as const)('of %o on %s is %s', (env, platform, path) => {
    expect(dataDirOf(env, platform)).toBe(path)
  })
})
