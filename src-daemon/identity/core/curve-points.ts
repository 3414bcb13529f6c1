import { ECDH } from 'node:crypto'
import type { KeyKind } from '../../contract/identity.ts'

/** The curves whose keys are points in two encodings, compressed (33 bytes) and not (65). */
export type PointCurve = Exclude<KeyKind, 'Ed25519'>
const openssl: Record<PointCurve, string> = { secp256k1: 'secp256k1', 'P-256': 'prime256v1' }

/** The point in the other encoding; null if the bytes are not a point of the curve. */
export const convertPoint = (
  curve: PointCurve,
  point: Uint8Array,
  form: 'compressed' | 'uncompressed',
): Uint8Array | null => {
  try {
    const hex = String(ECDH.convertKey(point, openssl[curve], undefined, 'hex', form))
    return new Uint8Array(Buffer.from(hex, 'hex'))
  } catch {
    return null
  }
}
