import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { didOfKey, keyIdOfDid } from './did-key.ts'

/** DER in front of a raw Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A new secret: 32 random bytes. */
export const newSeed = (): Uint8Array => new Uint8Array(randomBytes(32))

/** The DID and key id that belong to a secret. */
export const publicPartOf = (seed: Uint8Array): { did: string; keyId: string } => {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' })
  const did = didOfKey({ curve: 'Ed25519', bytes: new Uint8Array(Buffer.from(x ?? '', 'base64url')) })
  return { did, keyId: keyIdOfDid(did) }
}

/** The raw 64-byte Ed25519 signature over `bytes`. */
export const signWithSeed = (seed: Uint8Array, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, bytes, privateKeyOf(seed)))

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
