import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  ECDH,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { didOfKey, keyIdOfDid } from '../dids/did-key.ts'
import type { KeyKind } from '../../contract/identity.ts'

/** DER in front of a raw Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** OpenSSL's name of the curve, and the order of its group (SEC 2). */
const groups = {
  secp256k1: {
    openssl: 'secp256k1',
    order: BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'),
  },
  'P-256': {
    openssl: 'prime256v1',
    order: BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
  },
} as const

/** A secret key as a JWK (RFC 7517, 8037, 8812); every member but `kty` and `crv` is base64url of 32 bytes. */
export interface SecretJwk {
  readonly kty: 'OKP' | 'EC'
  readonly crv: KeyKind
  readonly x: string
  readonly y?: string
  readonly d: string
}

/**
 * Whether 32 bytes are a valid secret of this kind: any for Ed25519, a number from 1 to below the group order
 * for the others.
 */
export const isSecret = (kind: KeyKind, bytes: Uint8Array): boolean => {
  if (bytes.length !== 32) return false
  if (kind === 'Ed25519') return true
  const scalar = numberOf(bytes)
  return scalar > 0n && scalar < groups[kind].order
}

/** A new secret: 32 random bytes. */
export const newSecret = (kind: KeyKind): Uint8Array => {
  for (;;) {
    const secret = new Uint8Array(randomBytes(32))
    if (isSecret(kind, secret)) return secret
  }
}

/** The DID and key id that belong to a secret. */
export const publicPartOf = (kind: KeyKind, secret: Uint8Array): PublicPart =>
  partOf(kind, publicKeyOf(kind, secret))

/**
 * An Ed25519 key that stays in memory: a signing function and its public part. A new one unless `secret` is
 * given.
 */
export const heldKey = (secret?: Uint8Array): PublicPart & { sign(bytes: Uint8Array): Uint8Array } => {
  const key =
    secret === undefined ? generateKeyPairSync('ed25519').privateKey : privateKeyOf('Ed25519', secret)
  return {
    ...partOf('Ed25519', publicBytesOf(key)),
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
  }
}

interface PublicPart {
  readonly did: string
  readonly keyId: string
}

const partOf = (curve: KeyKind, bytes: Uint8Array): PublicPart => {
  const did = didOfKey({ curve, bytes })
  return { did, keyId: keyIdOfDid(did) }
}

/**
 * The signature over `bytes`, 64 bytes. Ed25519: as in RFC 8032. secp256k1 and P-256: ECDSA with SHA-256, compact r||s,
 * always the lower of the two possible `s` (acp.md 2.2).
 */
export const signWith = (kind: KeyKind, secret: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const key = privateKeyOf(kind, secret)
  if (kind === 'Ed25519') return new Uint8Array(sign(null, bytes, key))
  return withLowS(sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }), groups[kind].order)
}

/** The secret as a JWK with its public part. */
export const secretJwkOf = (kind: KeyKind, secret: Uint8Array): SecretJwk => {
  const d = base64url(secret)
  if (kind === 'Ed25519') return { kty: 'OKP', crv: kind, x: base64url(publicKeyOf(kind, secret)), d }
  const point = Buffer.from(
    ECDH.convertKey(publicKeyOf(kind, secret), groups[kind].openssl, undefined, undefined, 'uncompressed'),
  )
  return {
    kty: 'EC',
    crv: kind,
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
    d,
  }
}

/** Ed25519: 32 bytes. The others: the compressed point, 33 bytes. */
const publicKeyOf = (kind: KeyKind, secret: Uint8Array): Uint8Array => {
  if (kind === 'Ed25519') return publicBytesOf(privateKeyOf(kind, secret))
  const ecdh = createECDH(groups[kind].openssl)
  ecdh.setPrivateKey(secret)
  return new Uint8Array(ecdh.getPublicKey(null, 'compressed'))
}

/** Of an Ed25519 key. */
const publicBytesOf = (key: KeyObject): Uint8Array => {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return new Uint8Array(Buffer.from(x ?? '', 'base64url'))
}

const privateKeyOf = (kind: KeyKind, secret: Uint8Array): KeyObject =>
  kind === 'Ed25519'
    ? createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, secret]), format: 'der', type: 'pkcs8' })
    : createPrivateKey({ key: { ...secretJwkOf(kind, secret) }, format: 'jwk' })

const withLowS = (signature: Buffer, order: bigint): Uint8Array => {
  const s = numberOf(signature.subarray(32))
  const low = s > order / 2n ? order - s : s
  return new Uint8Array(
    Buffer.concat([signature.subarray(0, 32), Buffer.from(low.toString(16).padStart(64, '0'), 'hex')]),
  )
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
