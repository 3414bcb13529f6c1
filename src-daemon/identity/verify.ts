import { createPublicKey, ECDH, verify, type JsonWebKey } from 'node:crypto'
import { keyOfKeyId, type PublicKey } from './did-key.ts'

/** Half the order of each group: an `s` above it is the malleable twin of a signature (acp.md 2.2). */
const curves = {
  secp256k1: {
    openssl: 'secp256k1',
    half: Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex'),
  },
  'P-256': {
    openssl: 'prime256v1',
    half: Buffer.from('7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8', 'hex'),
  },
} as const

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

const verifyWithKey = (
  { curve, bytes: key }: PublicKey,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean => {
  if (signature.length !== 64) return false
  if (curve === 'Ed25519') {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
    return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  }
  const { openssl, half } = curves[curve]
  const jwk = jwkOfPoint(curve, openssl, key)
  if (jwk === null || half.compare(signature.subarray(32)) < 0) return false
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

/** Null for bytes that are no point of the curve: such a key has signed nothing. */
const jwkOfPoint = (crv: string, openssl: string, compressed: Uint8Array): JsonWebKey | null => {
  try {
    const point = Buffer.from(
      String(ECDH.convertKey(compressed, openssl, undefined, 'hex', 'uncompressed')),
      'hex',
    )
    const coordinate = (start: number): string => point.subarray(start, start + 32).toString('base64url')
    return { kty: 'EC', crv, x: coordinate(1), y: coordinate(33) }
  } catch {
    return null
  }
}
