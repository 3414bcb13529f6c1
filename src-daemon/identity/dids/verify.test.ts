import { describe, expect, it } from 'vitest'
import { keyOfDid } from './did-key.ts'
import { createMemorySigner } from '../keys/memory-signer.ts'
import { verifySignature, verifyWithKey } from './verify.ts'

const bytes = Buffer.from('what was said')

describe('keys kept ready', () => {
  it('are never mistaken for one another, also when more come by than are kept', async () => {
    const signers = Array.from({ length: 300 }, () => createMemorySigner())
    const signatures = await Promise.all(signers.map((signer) => signer.sign(bytes)))
    for (const round of [1, 2]) {
      for (const [index, { did, keyId }] of signers.entries()) {
        const own = signatures[index] ?? new Uint8Array()
        const other = signatures[(index + round) % signers.length] ?? new Uint8Array()
        const key = keyOfDid(did)
        expect(verifySignature({ keyId, bytes, signature: own })).toBe(true)
        expect(verifySignature({ keyId, bytes, signature: other })).toBe(false)
        expect(verifyWithKey(key, bytes, own)).toBe(true)
        expect(verifyWithKey(key, bytes, other)).toBe(false)
      }
    }
  })

  it('are taken by their curve as well as their bytes', () => {
    const point = keyOfDid('did:key:zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD').bytes
    const signature = new Uint8Array(64).fill(1)
    expect(verifyWithKey({ curve: 'P-256', bytes: point }, bytes, signature)).toBe(false)
    expect(verifyWithKey({ curve: 'secp256k1', bytes: point }, bytes, signature)).toBe(false)
    expect(verifyWithKey({ curve: 'Ed25519', bytes: point }, bytes, signature)).toBe(false)
  })
})
