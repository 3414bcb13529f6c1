import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { convertPoint } from '../core/curve-points.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { keyIdOfDid, keyOfKeyId } from './did-key.ts'
import type { KeyKind, VerificationKey } from '../../contract/identity.ts'

/** Half the order of each group: an `s` above it is the malleable twin of a signature (acp.md 2.2). */
const halves = {
  secp256k1: Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex'),
  'P-256': Buffer.from('7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8', 'hex'),
} as const

/** A public key as OpenSSL holds it. */
interface ReadyKey {
  readonly curve: KeyKind
  readonly key: KeyObject
}

/** Importing a key costs between a third (Ed25519) and all (P-256) of the check itself, and the same few keys recur. */
const MAX_READY = 256
const ready = new LRUCache<string, ReadyKey>({ max: MAX_READY })

/**
 * Whether `signature` over `bytes` is by the key in `keyId` (`did:key:z...#z...`). Ed25519: the raw 64 bytes. secp256k1
 * and P-256: ECDSA-SHA256, compact r||s, low-S only (acp.md 2.2).
 *
 * @throws SatchelError `did_unresolvable`
 */
export const verifySignature = (input: {
  readonly keyId: string
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
}): boolean =>
  check(
    readyKey(input.keyId, () => keyOfKeyId(input.keyId)),
    input.bytes,
    input.signature,
  )

/**
 * The same with the key itself, e.g. one from a DID document. `anyS`: also the other of the two possible `s`, which most
 * libraries write as often; for where a second form of a signature gains an attacker nothing.
 */
export const verifyWithKey = (
  key: VerificationKey,
  bytes: Uint8Array,
  signature: Uint8Array,
  { anyS = false }: { readonly anyS?: boolean } = {},
): boolean =>
  check(
    readyKey(`${key.curve} ${Buffer.from(key.bytes).toString('base64')}`, () => key),
    bytes,
    signature,
    anyS,
  )

/** Whether the key of a `did:key` signed these bytes; false for other DIDs. */
export const isSignedBy = (did: string, bytes: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return verifySignature({ keyId: keyIdOfDid(did), bytes, signature })
  } catch (thrown) {
    if (toSatchelError(thrown).code === 'did_unresolvable') return false
    throw thrown
  }
}

const check = (known: ReadyKey | null, bytes: Uint8Array, signature: Uint8Array, anyS = false): boolean => {
  if (known === null || signature.length !== 64) return false
  const { curve, key } = known
  if (curve === 'Ed25519') return verify(null, bytes, key, signature)
  if (!anyS && halves[curve].compare(signature.subarray(32)) < 0) return false
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

const readyKey = (name: string, keyOf: () => VerificationKey): ReadyKey | null => {
  const known = ready.get(name)
  if (known !== undefined) return known
  const { curve, bytes } = keyOf()
  const jwk = jwkOf(curve, bytes)
  if (jwk === null) return null
  const made = { curve, key: createPublicKey({ key: jwk, format: 'jwk' }) }
  ready.set(name, made)
  return made
}

/** Null if the bytes are not a key of the curve: such a key has signed nothing. */
const jwkOf = (curve: KeyKind, key: Uint8Array): JsonWebKey | null => {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  if (curve === 'Ed25519') return key.length === 32 ? { kty: 'OKP', crv: curve, x: text(key) } : null
  const point = convertPoint(curve, key, 'uncompressed')
  if (point === null) return null
  return { kty: 'EC', crv: curve, x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
}
