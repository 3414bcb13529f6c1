import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58btc } from 'multiformats/bases/base58'
import type { KeyKind } from '../../contract/identity.ts'
import { decodeBase64url } from '../../identity/index.ts'

/** A signature as written by someone else: 64 bytes, and whether the notation is one that is only read. */
export interface ReadSignature {
  readonly bytes: Uint8Array
  readonly legacy: boolean
}

/**
 * Reads a signature of a key of `curve`: base64url of r||s (or of Ed25519's 64 bytes). Also read, as legacy: padding,
 * the alphabet of plain base64, `z` and base58, and DER for ECDSA (anp.md 3). Null for anything else.
 */
export const readSignature = (curve: KeyKind, text: string): ReadSignature | null => {
  if (text.length > 256) return null
  const canonical = decodeBase64url(text)
  if (canonical?.length === 64) return { bytes: canonical, legacy: false }
  for (const raw of [canonical, base64Of(text), base58Of(text)]) {
    const bytes = raw === null ? null : sixtyFourBytes(curve, raw)
    if (bytes !== null) return { bytes, legacy: true }
  }
  return null
}

/** The 64 bytes of a signature that may be in DER; null for anything else. */
export const sixtyFourBytes = (curve: KeyKind, raw: Uint8Array): Uint8Array | null => {
  if (raw.length === 64) return raw
  if (curve === 'Ed25519' || raw[0] !== 0x30) return null
  const { Signature } = curve === 'secp256k1' ? secp256k1 : p256
  try {
    return Signature.fromBytes(raw, 'der').toBytes('compact')
  } catch {
    return null // not DER of two numbers of this curve
  }
}

/** Plain or URL-safe base64 with padding, and without stray bits. */
const base64Of = (text: string): Uint8Array | null => {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/_-]+)(={0,2})$/.exec(text) ?? []
  if (padding !== '' && (digits.length + padding.length) % 4 !== 0) return null
  return decodeBase64url(digits.replaceAll('+', '-').replaceAll('/', '_'))
}

const base58Of = (text: string): Uint8Array | null => {
  if (!text.startsWith('z')) return null
  try {
    return base58btc.decode(text)
  } catch {
    return null // not in that alphabet
  }
}
