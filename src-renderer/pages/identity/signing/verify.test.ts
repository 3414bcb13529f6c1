import { describe, expect, it } from 'vitest'
import { verdictOf } from './verify.ts'

const NAMED = 'did:web:example.com'
const key = (keyId: string) => ({ keyId, kind: 'Ed25519' as const, relationships: ['assertionMethod'] })
const resolve = () => Promise.resolve({ keys: [key(`${NAMED}#a`), key(`${NAMED}#b`)] })

describe('the verdict on a signature', () => {
  it('is valid when one key of the DID made it, and names that key', async () => {
    const verify = (keyId: string) => Promise.resolve({ valid: keyId.endsWith('#b') })
    expect(await verdictOf(NAMED, { resolve, verify })).toEqual({ kind: 'valid', keyId: `${NAMED}#b` })
  })

  it('is invalid when none did', async () => {
    const verify = () => Promise.resolve({ valid: false })
    expect(await verdictOf(NAMED, { resolve, verify })).toEqual({ kind: 'invalid' })
  })

  it('is neither when the DID cannot be read or lists no key', async () => {
    const verify = () => Promise.resolve({ valid: true })
    const unreachable = () => Promise.reject(new Error('nobody answers'))
    expect(await verdictOf(NAMED, { resolve: unreachable, verify })).toMatchObject({
      kind: 'unchecked',
      error: { details: 'Error: nobody answers' },
    })
    const empty = () => Promise.resolve({ keys: [] })
    expect(await verdictOf(NAMED, { resolve: empty, verify })).toEqual({ kind: 'unchecked', error: null })
  })
})
