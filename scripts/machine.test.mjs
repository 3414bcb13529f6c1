import { describe, expect, it } from 'vitest'
import { recentFailure, whyNoWindow, withLockedChecksums } from './electron-binary.mjs'
import { missingPackages } from './machine.mjs'

describe('what the tests need of the machine', () => {
  it('names each missing Debian package once', () => {
    const has = (program) => program === 'rg'
    expect(missingPackages('linux', has, false)).toEqual([
      'dbus',
      'gnome-keyring',
      'bubblewrap',
      'socat',
      'postgresql',
      'chromium',
    ])
    expect(missingPackages('linux', () => true, true)).toEqual([])
  })

  it('asks for nothing but a browser where keychain and sandbox belong to the system', () => {
    expect(missingPackages('darwin', () => false, false)).toEqual(['chromium'])
    expect(missingPackages('win32', () => false, true)).toEqual([])
  })
})

describe('when the window gives way to the browser', () => {
  it('does so on Linux without a display, and nowhere else', () => {
    expect(whyNoWindow('linux', {})).toContain('no display')
    expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBeUndefined()
    expect(whyNoWindow('darwin', {})).toBeUndefined()
  })

  it('remembers a failed download for some hours, of the same version only', () => {
    const hour = 3_600_000
    const stamp = { version: '1.0.0', at: 100 * hour }
    expect(recentFailure(stamp, '1.0.0', 101 * hour)).toBe(stamp)
    expect(recentFailure(stamp, '1.0.1', 101 * hour)).toBeUndefined()
    expect(recentFailure(stamp, '1.0.0', 107 * hour)).toBeUndefined()
    expect(recentFailure(stamp, '1.0.0', 99 * hour)).toBeUndefined()
    expect(recentFailure(undefined, '1.0.0', hour)).toBeUndefined()
  })
})

describe('fetching Electron', () => {
  it('compares it with the hashes of the locked package, whatever the environment says', () => {
    const remote = { electron_use_remote_checksums: '1', npm_config_electron_use_remote_checksums: '1' }
    expect(withLockedChecksums({ ...remote, ELECTRON_MIRROR: 'https://mirror.example' })).toEqual({
      ELECTRON_MIRROR: 'https://mirror.example',
    })
  })
})
