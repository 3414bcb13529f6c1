import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didOfKey, keyIdOfDid, keyOfDid } from './did-key.ts'
import { publicPartOf, signWith } from '../keys/curves.ts'
import { verifySignature } from './verify.ts'

// The secret of RFC 8032's first test, and 32 bytes of 0x01.
const rfcSeed = new Uint8Array(
  Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
)
const ones = new Uint8Array(32).fill(1)
const curves = [
  { name: 'secp256k1', curve: secp256k1, did: 'did:key:zQ3shgVXZLaMzm5S5x7XzGUG6YFHFLtoEMiv9ao2Bqa7hGyg2' },
  { name: 'P-256', curve: p256, did: 'did:key:zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD' },
] as const

describe('did:key', () => {
  it('spells known keys the known way', () => {
    expect(publicPartOf('Ed25519', rfcSeed).did).toBe(
      'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
    )
    for (const { name, curve, did } of curves) {
      expect(didOfKey({ curve: name, bytes: curve.getPublicKey(ones, true) })).toBe(did)
    }
  })

  it('reads back every key it writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(keyOfDid(didOfKey({ curve: 'Ed25519', bytes }))).toEqual({ curve: 'Ed25519', bytes })
      }),
    )
  })

  it('refuses other methods, unknown curves, other lengths and nonsense', () => {
    const others = [
      'did:web:example.org',
      'did:key:z2oAtNrLiXVGhpRRJ926QkCwPeoSzjAnFLftb5R8TnkZVAmRF',
      'did:key:z6Mk',
      'did:key:zIO0l',
      'did:key:',
      '',
    ]
    for (const did of others) {
      expect(() => keyOfDid(did)).toThrow(expect.objectContaining({ code: 'did_unresolvable' }))
    }
  })
})

describe('verifySignature', () => {
  const bytes = Buffer.from('what was said')

  it('accepts an Ed25519 signature over exactly these bytes and no others', () => {
    const { keyId } = publicPartOf('Ed25519', rfcSeed)
    const signature = signWith('Ed25519', rfcSeed, bytes)
    expect(verifySignature({ keyId, bytes, signature })).toBe(true)
    expect(verifySignature({ keyId, bytes: Buffer.from('what was sai'), signature })).toBe(false)
    expect(verifySignature({ keyId, bytes, signature: signature.subarray(1) })).toBe(false)
    expect(verifySignature({ keyId: publicPartOf('Ed25519', ones).keyId, bytes, signature })).toBe(false)
  })

  it.each(curves)('accepts a compact low-S $name signature and refuses its high-S twin', ({ curve, did }) => {
    const keyId = keyIdOfDid(did)
    const signature = curve.sign(bytes, ones, { lowS: true, prehash: true, format: 'compact' })
    expect(verifySignature({ keyId, bytes, signature })).toBe(true)
    const order = curve.Point.Fn.ORDER
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`)
    const twin = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex'),
    ])
    expect(curve.verify(twin, bytes, curve.getPublicKey(ones), { lowS: false, prehash: true })).toBe(true)
    expect(verifySignature({ keyId, bytes, signature: new Uint8Array(twin) })).toBe(false)
  })

  it.each(curves)('says no, and does not fail, for a $name key that is no point of the curve', ({ name }) => {
    const keyId = keyIdOfDid(didOfKey({ curve: name, bytes: new Uint8Array(33).fill(0xff) }))
    expect(verifySignature({ keyId, bytes, signature: new Uint8Array(64).fill(1) })).toBe(false)
  })

  it('demands the key id that belongs to the did', () => {
    const { did } = publicPartOf('Ed25519', rfcSeed)
    const signature = signWith('Ed25519', rfcSeed, bytes)
    expect(() => verifySignature({ keyId: `${did}#key-1`, bytes, signature })).toThrow(
      expect.objectContaining({ code: 'did_unresolvable' }),
    )
  })
})
