import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  currentSources,
  installedMatchesLock,
  isBuildStale,
  isInstallStale,
  markBuilt,
  markInstalled,
} from './freshness.mjs'

let base
const write = (path, text) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
}
const lock = (version) => ({
  packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version: '1.0.0', optional: true } },
})

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'satchel-freshness-'))
  write('package-lock.json', JSON.stringify(lock('1.0.0')))
  write('src-daemon/main.ts', 'one')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('whether packages must be installed', () => {
  it('is so in a fresh clone', () => {
    expect(isInstallStale(base)).toBe(true)
  })

  it('is not so after an installation, until the lock file changes', () => {
    write('node_modules/.bin/node', '')
    markInstalled(base)
    expect(isInstallStale(base)).toBe(false)
    write('package-lock.json', JSON.stringify(lock('1.0.1')))
    expect(isInstallStale(base)).toBe(true)
  })

  it('is so when the Node that the packages bring is gone', () => {
    markInstalled(base)
    expect(isInstallStale(base)).toBe(true)
  })

  it('is not so when somebody has installed the same packages by hand', () => {
    write('node_modules/.bin/node', '')
    write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
    )
    expect(isInstallStale(base)).toBe(false)
  })

  it('compares versions, wants every package but those of other platforms, and nothing else', () => {
    const installed = (packages) => ({ packages })
    expect(installedMatchesLock(installed({ 'node_modules/a': { version: '1.0.0' } }), lock('1.0.0'))).toBe(
      true,
    )
    expect(installedMatchesLock(installed({ 'node_modules/a': { version: '0.9.0' } }), lock('1.0.0'))).toBe(
      false,
    )
    expect(installedMatchesLock(installed({}), lock('1.0.0'))).toBe(false)
    const more = installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '1.0.0' } })
    expect(installedMatchesLock(more, lock('1.0.0'))).toBe(false)
    expect(installedMatchesLock(undefined, lock('1.0.0'))).toBe(false)
  })
})

describe('whether the bundles must be built', () => {
  const build = () => markBuilt(currentSources(base), base)

  it('is so before the first build and not after it', () => {
    expect(isBuildStale(base)).toBe(true)
    build()
    expect(isBuildStale(base)).toBe(false)
  })

  it('is so when a source changes, comes or goes', () => {
    build()
    write('src-daemon/main.ts', 'two')
    expect(isBuildStale(base)).toBe(true)
    build()
    write('src-renderer/main.ts', 'new')
    expect(isBuildStale(base)).toBe(true)
    build()
    rmSync(join(base, 'src-renderer/main.ts'))
    expect(isBuildStale(base)).toBe(true)
  })

  it('is not so when only the time of a file changed', () => {
    build()
    utimesSync(join(base, 'src-daemon/main.ts'), 1000, 1000)
    expect(isBuildStale(base)).toBe(false)
  })

  it('is not so when only a test changed', () => {
    build()
    write('src-daemon/main.test.ts', 'a test')
    expect(isBuildStale(base)).toBe(false)
  })

  it('is so when the stamp was cut short', () => {
    build()
    write('out/.satchel-build.json', '{"ti')
    expect(isBuildStale(base)).toBe(true)
  })
})
