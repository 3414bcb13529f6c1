import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { KeyKind, VerificationKey } from '../../../contract/identity.ts'
import { keyOfMethod, verifyWithKey } from '../../../identity/index.ts'
import { sha256Hex } from '../../../platform/sha256.ts'

/** A public key that may have signed a card. */
export interface CardKey {
  /** Hex SHA-256 of the key itself. */
  readonly digest: string
  /** Whether it signed the bytes by this algorithm; null if it doesn't sign by it. */
  verifies(algorithm: string, bytes: Uint8Array, signature: Uint8Array): boolean | null
}

/** The names of JOSE for signatures by keys of these curves. */
const ALGORITHMS: Readonly<Record<KeyKind, readonly string[]>> = {
  Ed25519: ['EdDSA', 'Ed25519'],
  'P-256': ['ES256'],
  secp256k1: ['ES256K'],
}
const RSA = ['RS256', 'PS256']

/** The algorithms of JOSE that are verified. None of them works with a shared secret. */
export const ALGORITHM_NAMES: readonly string[] = [...Object.values(ALGORITHMS).flat(), ...RSA]

/** A key as DID documents hold it. */
export const curveKey = (key: VerificationKey): CardKey => ({
  digest: sha256Hex(key.bytes),
  verifies: (algorithm, bytes, signature) =>
    ALGORITHMS[key.curve].includes(algorithm) ? verifyWithKey(key, bytes, signature, { anyS: true }) : null,
})

const setSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.unknown() })).max(100) })
const rsaSchema = z.object({
  n: z
    .base64url()
    .min(342) // 2048 bits
    .max(1366),
  e: z.base64url().max(8),
})

/** The key of that id in a JSON Web Key Set; null if there is none that is usable, or two. */
export const keyInSet = (json: unknown, kid: string): CardKey | null => {
  const found = setSchema.safeParse(json).data?.keys.filter((key) => key.kid === kid) ?? []
  const [jwk] = found
  if (jwk === undefined || found.length > 1) return null
  if (jwk.kty !== 'RSA') {
    const key = keyOfMethod({ type: 'JsonWebKey', publicKeyJwk: jwk })
    return typeof key === 'string' ? null : curveKey(key)
  }
  const rsa = rsaSchema.safeParse(jwk).data
  return rsa === undefined ? null : rsaKey(createPublicKey({ key: { kty: 'RSA', ...rsa }, format: 'jwk' }))
}

const rsaKey = (key: KeyObject): CardKey => ({
  digest: sha256Hex(key.export({ type: 'spki', format: 'der' })),
  verifies: (algorithm, bytes, signature) => {
    if (algorithm === 'RS256') return verify('sha256', bytes, key, signature)
    if (algorithm !== 'PS256') return null
    return verify(
      'sha256',
      bytes,
      { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
      signature,
    )
  },
})
