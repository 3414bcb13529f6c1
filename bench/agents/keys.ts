import { createPublicKey, type KeyObject } from 'node:crypto'
import { keyOfKeyId } from '../../src-daemon/identity/index.ts'

/** The key of an Ed25519 key id as OpenSSL holds it: what a bare check needs, and nothing around it. */
export const publicKeyOf = (keyId: string): KeyObject => {
  const x = Buffer.from(keyOfKeyId(keyId).bytes).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
