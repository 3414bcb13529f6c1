import { describe, expect, it } from 'vitest'
import { traitsOf } from './secret-text.ts'

const NONE = { needsKind: false, needsPassphrase: false, isBackup: false }

describe('a secret that is brought in', () => {
  it('needs its kind when it is hex digits alone', () => {
    expect(traitsOf(` ${'aB'.repeat(32)}\n`)).toEqual({ ...NONE, needsKind: true })
    expect(traitsOf(`0x${'ab'.repeat(32)}`)).toEqual({ ...NONE, needsKind: true })
    expect(traitsOf('ab'.repeat(31))).toEqual(NONE)
  })

  it('needs a passphrase when it is an encrypted PEM', () => {
    expect(traitsOf('-----BEGIN ENCRYPTED PRIVATE KEY-----\nx').needsPassphrase).toBe(true)
    expect(traitsOf('-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n').needsPassphrase).toBe(true)
    expect(traitsOf('-----BEGIN PRIVATE KEY-----\nx')).toEqual(NONE)
  })

  it('is known as a backup', () => {
    expect(traitsOf('age-encryption.org/v1\n-> scrypt').isBackup).toBe(true)
    expect(traitsOf('{"kty":"OKP"}')).toEqual(NONE)
  })
})
