import { base58btc } from 'multiformats/bases/base58'
import { z } from 'zod'
import { convertPoint } from '../core/curve-points.ts'
import { jcsHash, proofBytes } from '../core/data-integrity.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { verifyWithKey } from './verify.ts'
import { FINGERPRINT } from './did-web.ts'
import { invalidDocument, type DidDocument } from './document.ts'

/**
 * Checks the key that a `did:wba` names in its own last segment (anp.md 1), so that the owner of the web server cannot
 * replace it. `e1_`: an Ed25519 key listed under `authentication` with this thumbprint (RFC 7638), which also signs the
 * whole document. `k1_`: a secp256k1 key listed there with this thumbprint. Other DIDs have no fingerprint and pass.
 *
 * @throws SatchelError `did_document_invalid` at `authentication` or `proof`
 */
export const checkFingerprint = (document: DidDocument): void => {
  const { did } = document
  const last = did.split(':').at(-1) ?? ''
  if (!did.startsWith('did:wba:') || !FINGERPRINT.test(last)) return
  const curve = last.startsWith('e1_') ? 'Ed25519' : 'secp256k1'
  const bound = [...document.keys.values()].find(
    ({ key, relationships }) =>
      relationships.includes('authentication') &&
      typeof key !== 'string' &&
      key.curve === curve &&
      thumbprint(key) === last.slice(3),
  )
  if (bound === undefined || typeof bound.key === 'string')
    throw invalidDocument(did, 'authentication', 'no_key_with_this_fingerprint')
  if (curve === 'Ed25519') checkProof(document, bound.keyId, bound.key)
}

const proofSchema = z.looseObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-jcs-2022'),
  proofPurpose: z.literal('assertionMethod'),
  verificationMethod: z.string(),
  proofValue: z.string().max(128),
})

/** The proof by the key of the fingerprint, in the W3C's form or that of ANP's own libraries (version 0.9). */
const checkProof = ({ did, json }: DidDocument, keyId: string, key: VerificationKey): void => {
  const { proof, ...unsigned } = json
  if (proof === undefined) throw invalidDocument(did, 'proof', 'missing')
  const parsed = proofSchema.safeParse(proof)
  if (!parsed.success)
    throw invalidDocument(
      did,
      ['proof', ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.'),
      'unsupported',
    )
  const { proofValue, ...options } = parsed.data
  const signer = options.verificationMethod
  if (signer !== keyId && `${did}${signer}` !== keyId)
    throw invalidDocument(did, 'proof.verificationMethod', 'not_the_key_of_the_fingerprint')
  const forms = [
    { signature: base58Of(proofValue), options: { ...options, '@context': json['@context'] } },
    { signature: base64Of(proofValue), options },
  ]
  const isGood = forms.some(
    (form) =>
      form.signature !== null && verifyWithKey(key, proofBytes(form.options, unsigned), form.signature),
  )
  if (!isGood) throw invalidDocument(did, 'proof.proofValue', 'wrong_signature')
}

/** RFC 7638: SHA-256 of the JWK with only its required members, in alphabetical order. */
const thumbprint = ({ curve, bytes }: VerificationKey): string | null => {
  const text = (part: Uint8Array): string => Buffer.from(part).toString('base64url')
  if (curve === 'Ed25519') return jcsHash({ crv: curve, kty: 'OKP', x: text(bytes) }).toString('base64url')
  const point = convertPoint(curve, bytes, 'uncompressed')
  if (point === null) return null
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))]
  return jcsHash({ crv: curve, kty: 'EC', x, y }).toString('base64url')
}

const base58Of = (text: string): Uint8Array | null => {
  try {
    return base58btc.decode(text)
  } catch {
    return null // Not in this form; try the other one.
  }
}

const base64Of = (text: string): Uint8Array | null => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? new Uint8Array(bytes) : null
}
