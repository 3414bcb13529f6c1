import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { z } from 'zod'
import { convertPoint } from '../core/curve-points.ts'
import { keyOfMulticodec } from '../core/multicodec.ts'
import type { KeyKind, VerificationKey } from '../../contract/identity.ts'

/** Why a verification method has no usable key. */
export type UnusableReason =
  | 'unknown_type'
  | 'no_key'
  | 'several_keys'
  | 'secret_key'
  | 'unreadable_key'
  | 'key_agreement'

/** The curves each declared type may hold. A type that names one curve may leave out the multicodec prefix (identity.md 3). */
const curvesOfType: Readonly<Record<string, readonly KeyKind[]>> = {
  Multikey: ['Ed25519', 'secp256k1', 'P-256'],
  JsonWebKey: ['Ed25519', 'secp256k1', 'P-256'],
  JsonWebKey2020: ['Ed25519', 'secp256k1', 'P-256'],
  Ed25519VerificationKey2018: ['Ed25519'],
  Ed25519VerificationKey2020: ['Ed25519'],
  EcdsaSecp256k1VerificationKey2019: ['secp256k1'],
  EcdsaSecp256r1VerificationKey2019: ['P-256'],
}
const NOTATIONS = ['publicKeyMultibase', 'publicKeyJwk', 'publicKeyBase58'] as const

/** The public key of a verification method, or why there is none to use. */
export const keyOfMethod = (method: Readonly<Record<string, unknown>>): VerificationKey | UnusableReason => {
  const type = method['type']
  if (type === 'X25519KeyAgreementKey2019' || type === 'X25519KeyAgreementKey2020') return 'key_agreement'
  const curves =
    typeof type === 'string' && Object.hasOwn(curvesOfType, type) ? curvesOfType[type] : undefined
  if (curves === undefined) return 'unknown_type'
  const given = NOTATIONS.filter((notation) => method[notation] !== undefined)
  const [notation] = given
  if (notation === undefined) return 'no_key'
  if (given.length > 1) return 'several_keys'
  const key =
    notation === 'publicKeyJwk' ? keyOfJwk(method[notation]) : keyOfText(method[notation], notation, curves)
  if (key === null) return 'unreadable_key'
  if (key === 'secret_key') return key
  return curves.includes(key.curve) ? key : 'unreadable_key'
}

const keyOfText = (
  text: unknown,
  notation: 'publicKeyMultibase' | 'publicKeyBase58',
  curves: readonly KeyKind[],
): VerificationKey | null => {
  const raw = decode(text, notation)
  if (raw === null) return null
  const [curve, ...others] = curves
  if (curve === undefined || others.length > 0) return checked(keyOfMulticodec(raw))
  // The lengths differ by the two bytes of the prefix, so a key cannot be read both ways.
  return checked(keyOfMulticodec(raw) ?? { curve, bytes: raw })
}

const decode = (text: unknown, notation: 'publicKeyMultibase' | 'publicKeyBase58'): Uint8Array | null => {
  // No key is longer, and base58 takes quadratic time.
  if (typeof text !== 'string' || text.length > 256) return null
  const multibase = notation === 'publicKeyBase58' ? `z${text}` : text
  try {
    return multibase.startsWith('u') ? base64url.decode(multibase) : base58btc.decode(multibase)
  } catch {
    return null // not in that alphabet
  }
}

/** A key of the right length that is a point of its curve, compressed. */
const checked = (key: VerificationKey | null): VerificationKey | null => {
  if (key === null) return null
  const { curve, bytes } = key
  if (curve === 'Ed25519') return bytes.length === 32 ? key : null
  if (bytes.length !== 33 && bytes.length !== 65) return null
  const point = convertPoint(curve, bytes, 'compressed')
  return point === null ? null : { curve, bytes: point }
}

const coordinate = z.base64url().length(43)
const jwkSchema = z.discriminatedUnion('kty', [
  z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.looseObject({
    kty: z.literal('EC'),
    crv: z.enum(['secp256k1', 'P-256']),
    x: coordinate,
    y: coordinate,
  }),
])

const keyOfJwk = (jwk: unknown): VerificationKey | 'secret_key' | null => {
  const parsed = jwkSchema.safeParse(jwk)
  if (!parsed.success) return null
  const { data } = parsed
  // Anyone who can read the document could sign with this key.
  if (data['d'] !== undefined) return 'secret_key'
  const bytesOf = (text: string) => Buffer.from(text, 'base64url')
  if (data.kty === 'OKP') return { curve: 'Ed25519', bytes: new Uint8Array(bytesOf(data.x)) }
  const point = Buffer.concat([Buffer.from([4]), bytesOf(data.x), bytesOf(data.y)])
  return checked({ curve: data.crv, bytes: point })
}
