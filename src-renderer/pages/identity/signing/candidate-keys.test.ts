import { describe, expect, it } from 'vitest'
import { candidateKeys } from './candidate-keys.ts'

const never = () => Promise.reject(new Error('nothing needs to be asked'))

describe('the keys a signature may be of', () => {
  it('are only the named one, if one is named', async () => {
    expect(await candidateKeys('did:web:example.com#a', never)).toEqual(['did:web:example.com#a'])
  })

  it('is the only one of a did:key', async () => {
    expect(await candidateKeys('did:key:z6Mkabc', never)).toEqual(['did:key:z6Mkabc#z6Mkabc'])
  })

  it('are those a document makes statements with', async () => {
    const resolve = () =>
      Promise.resolve({
        keys: [
          { keyId: 'did:web:e#a', kind: 'Ed25519' as const, relationships: ['assertionMethod'] },
          { keyId: 'did:web:e#b', kind: 'P-256' as const, relationships: ['authentication'] },
        ],
      })
    expect(await candidateKeys('did:web:e', resolve)).toEqual(['did:web:e#a'])
  })
})
