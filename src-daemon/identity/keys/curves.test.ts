import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keyKindSchema } from '../../contract/identity.ts'
import { verifySignature } from '../dids/verify.ts'
import { isSecret, newSecret, publicPartOf, secretJwkOf, signWith } from './curves.ts'

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const kinds = keyKindSchema.options
const bytes = Buffer.from('hello')

/** RFC 8032, 7.1, test 1; the others are the number 0x0101…01, as in the shared vectors. */
const known = [
  {
    kind: 'Ed25519',
    secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    did: 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
  },
  {
    kind: 'secp256k1',
    secret: '01'.repeat(32),
    did: 'did:key:zQ3shgVXZLaMzm5S5x7XzGUG6YFHFLtoEMiv9ao2Bqa7hGyg2',
  },
  {
    kind: 'P-256',
    secret: '01'.repeat(32),
    did: 'did:key:zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD',
  },
] as const

it.each(known)('derives the DID of a known $kind secret', ({ kind, secret, did }) => {
  expect(publicPartOf(kind, hex(secret))).toEqual({ did, keyId: `${did}#${did.slice(8)}` })
})

const vectorFile = join(import.meta.dirname, '../../../../shared/vectors/acp/vectors.json')
it.skipIf(!existsSync(vectorFile))('agrees with the shared vectors, where they are (../shared)', () => {
  const vectors = z
    .object({
      ed25519: z.object({ seed_hex: z.string(), key_id: z.string() }),
      secp256k1: z.object({ priv_hex: z.string(), did: z.string() }),
      p256: z.object({ priv_hex: z.string(), did_standard: z.string() }),
    })
    .parse(JSON.parse(readFileSync(vectorFile, 'utf8')))
  expect(publicPartOf('Ed25519', hex(vectors.ed25519.seed_hex)).keyId).toBe(vectors.ed25519.key_id)
  expect(publicPartOf('secp256k1', hex(vectors.secp256k1.priv_hex)).did).toBe(vectors.secp256k1.did)
  expect(publicPartOf('P-256', hex(vectors.p256.priv_hex)).did).toBe(vectors.p256.did_standard)
})

describe.each(kinds)('a %s key', (kind) => {
  it('signs what verifies, and nothing else', () => {
    const secret = newSecret(kind)
    const { keyId } = publicPartOf(kind, secret)
    const signature = signWith(kind, secret, bytes)
    expect(signature).toHaveLength(64)
    expect(verifySignature({ keyId, bytes, signature })).toBe(true)
    expect(verifySignature({ keyId, bytes: Buffer.from('hullo'), signature })).toBe(false)
  })

  it('always emits the lower s, which the verifier demands', () => {
    const secret = newSecret(kind)
    const { keyId } = publicPartOf(kind, secret)
    for (let round = 0; round < 64; round += 1) {
      const text = Buffer.from(String(round))
      expect(verifySignature({ keyId, bytes: text, signature: signWith(kind, secret, text) })).toBe(true)
    }
  })

  it('is told as a JWK with members of full length', () => {
    for (let round = 0; round < 32; round += 1) {
      const jwk = secretJwkOf(kind, newSecret(kind))
      for (const member of [jwk.x, jwk.d, ...(jwk.y === undefined ? [] : [jwk.y])])
        expect(Buffer.from(member, 'base64url')).toHaveLength(32)
    }
  })
})

it.each([
  ['Ed25519', '00'.repeat(32), true],
  ['Ed25519', '00'.repeat(31), false],
  ['secp256k1', '00'.repeat(32), false],
  ['secp256k1', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140', true],
  ['secp256k1', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', false],
  ['P-256', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550', true],
  ['P-256', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', false],
] as const)('knows what can be a secret: %s %s: %s', (kind, secret, expected) => {
  expect(isSecret(kind, hex(secret))).toBe(expected)
})
