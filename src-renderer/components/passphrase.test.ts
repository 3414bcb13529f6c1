import { describe, expect, it } from 'vitest'
import { isNewPassphrase } from './passphrase.ts'

describe('a new passphrase', () => {
  it('is long enough and typed twice the same', () => {
    expect(isNewPassphrase('lantern copper', 'lantern copper')).toBe(true)
    expect(isNewPassphrase('lantern copper', 'lantern coppar')).toBe(false)
    expect(isNewPassphrase('short', 'short')).toBe(false)
  })

  it('is counted in characters, not in units of storage', () => {
    expect(isNewPassphrase('🔑🔑🔑🔑', '🔑🔑🔑🔑')).toBe(false)
    expect(isNewPassphrase('正确的马电池订书钉', '正确的马电池订书钉')).toBe(true)
    const short = 'é'.normalize('NFD').repeat(4)
    expect(isNewPassphrase(short, short)).toBe(false)
  })

  it('is the same when it is pasted in another spelling', () => {
    expect(isNewPassphrase('café grün lang', 'café grün lang'.normalize('NFD'))).toBe(true)
  })
})
