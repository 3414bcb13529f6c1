import { base58btc } from 'multiformats/bases/base58'
import { z } from 'zod'
import { proofBytes } from '../core/data-integrity.ts'
import type { KeyKind } from '../../contract/identity.ts'
import { decodeBase64url } from '../core/base64url.ts'
import { verifyWithKey } from './verify.ts'
import type { DidDocument } from './document.ts'

/** How a proof is written: as the W3C says, or as ANP's own libraries do (anp.md 1). */
export type ProofDialect = 'w3c' | 'sdk'

/** What the proof in a DID document is worth. `place` is the member that is wrong or unknown. */
export type DocumentProof =
  | { readonly state: 'none' }
  | { readonly state: 'unsupported'; readonly place: string }
  | { readonly state: 'wrong'; readonly place: string; readonly problem: string; readonly keyId: string }
  | { readonly state: 'valid'; readonly dialect: ProofDialect; readonly keyId: string }

/** The suites we verify, with the curve of their keys. The second one is of ANP's libraries alone. */
const CURVE_OF_SUITE: Readonly<Record<string, KeyKind>> = {
  'eddsa-jcs-2022': 'Ed25519',
  'didwba-jcs-ecdsa-secp256k1-2025': 'secp256k1',
}

const proofSchema = z.looseObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.enum(Object.keys(CURVE_OF_SUITE)),
  proofPurpose: z.literal('assertionMethod'),
  verificationMethod: z.string(),
  proofValue: z.string().max(128),
})

/**
 * Verifies the proof in a DID document by one of its own keys, in either dialect. The W3C's hashes the options with the
 * document's context and writes the signature in base58; the other one hashes them without it and writes base64url. An
 * encoding that both alphabets allow is tried both ways.
 */
export const documentProof = (document: DidDocument): DocumentProof => {
  const { did, json, keys } = document
  const { proof, ...unsigned } = json
  if (proof === undefined) return { state: 'none' }
  const parsed = proofSchema.safeParse(proof)
  if (!parsed.success)
    return {
      state: 'unsupported',
      place: ['proof', ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.'),
    }
  const { proofValue, ...options } = parsed.data
  const { verificationMethod: signer, cryptosuite } = options
  const keyId = signer.startsWith('#') ? `${did}${signer}` : signer
  const key = keys.get(keyId)?.key
  if (key === undefined || typeof key === 'string' || key.curve !== CURVE_OF_SUITE[cryptosuite])
    return { state: 'wrong', place: 'proof.verificationMethod', problem: 'no_such_key', keyId }
  const context = json['@context'] === undefined ? {} : { '@context': json['@context'] }
  const forms = [
    { dialect: 'w3c', signature: base58Of(proofValue), options: { ...options, ...context } },
    { dialect: 'sdk', signature: decodeBase64url(proofValue), options },
  ] as const
  const good = forms.find(
    (form) =>
      form.signature !== null &&
      verifyWithKey(key, proofBytes(form.options, unsigned), form.signature, { anyS: true }),
  )
  return good === undefined
    ? { state: 'wrong', place: 'proof.proofValue', problem: 'wrong_signature', keyId }
    : { state: 'valid', dialect: good.dialect, keyId }
}

const base58Of = (text: string): Uint8Array | null => {
  try {
    return base58btc.decode(text)
  } catch {
    return null // Not in this form; try the other one.
  }
}
