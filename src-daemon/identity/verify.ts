import { createPublicKey, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keyOfKeyId, type PublicKey } from './did-key.ts'

/**
 * Whether `signature` over `bytes` is by the key that `keyId` (`did:key:z...#z...`) names. Ed25519: the raw 64 bytes.
 * secp256k1 and P-256: ECDSA-SHA256, compact r||s, low-S only (acp.md 2.2).
 *
 * @throws SatchelError `did_unresolvable`
 */
export const verifySignature = (input: {
  readonly keyId: string
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
}): boolean => verifyWithKey(keyOfKeyId(input.keyId), input.bytes, input.signature)

const verifyWithKey = (key: PublicKey, bytes: Uint8Array, signature: Uint8Array): boolean => {
  if (signature.length !== 64) return false
  if (key.curve === 'Ed25519') return verifyEd25519(key.bytes, bytes, signature)
  const curve = key.curve === 'secp256k1' ? secp256k1 : p256
  try {
    return curve.verify(signature, bytes, key.bytes, { lowS: true, prehash: true, format: 'compact' })
  } catch {
    // The library throws for a point that is not on the curve: such a key has signed nothing.
    return false
  }
}

const verifyEd25519 = (publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean => {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(
    null,
    bytes,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    signature,
  )
}
