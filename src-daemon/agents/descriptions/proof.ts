import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { DescriptionReason } from '../../contract/agent-descriptions.ts'
import type { KeyKind, VerificationKey } from '../../contract/identity.ts'
import { verifyWithKey } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { sha256 } from '../../platform/sha256.ts'
import { readSignature } from '../core/signature-text.ts'
import type { JsonObject } from './read-description.ts'

/** The types of a proof over a digest, with the curve of their keys (anp.md 3). */
const CURVES: Readonly<Record<string, KeyKind>> = {
  Ed25519Signature2018: 'Ed25519',
  Ed25519Signature2020: 'Ed25519',
  EcdsaSecp256r1Signature2019: 'P-256',
  EcdsaSecp256k1Signature2019: 'secp256k1',
}

const texts = z.array(z.string().min(1))

/** The proof of a description, read and not verified. */
export interface Proof {
  readonly curve: KeyKind
  readonly keyId: string
  readonly value: string
  readonly created: string | null
  readonly domains: readonly string[]
  readonly challenge: string | null
}

export interface Refusal {
  readonly verdict: 'unsigned' | 'unsupported' | 'invalid'
  readonly code: DescriptionReason
  readonly detail: string | null
}

/** Reads the proof; a refusal says why there is none to verify. */
export const readProof = (json: JsonObject): Proof | Refusal => {
  const proof = json['proof']
  if (proof === undefined) return { verdict: 'unsigned', code: 'no_proof', detail: null }
  if (!isRecord(proof)) return invalid('proof_unreadable', 'proof')
  const { type, verificationMethod, proofValue, created, domain, challenge, proofPurpose } = proof
  if (typeof type !== 'string') return invalid('proof_unreadable', 'type')
  const curve = Object.hasOwn(CURVES, type) ? CURVES[type] : undefined
  if (curve === undefined) return { verdict: 'unsupported', code: 'proof_type_unknown', detail: type }
  if (proofPurpose !== 'assertionMethod') return invalid('proof_purpose', textOf(proofPurpose))
  if (typeof verificationMethod !== 'string') return invalid('proof_unreadable', 'verificationMethod')
  if (typeof proofValue !== 'string') return invalid('proof_unreadable', 'proofValue')
  for (const [name, value] of Object.entries({ created, challenge }))
    if (value !== undefined && typeof value !== 'string') return invalid('proof_unreadable', name)
  const domains = domain === undefined ? [] : texts.safeParse([domain].flat()).data
  if (domains === undefined) return invalid('proof_unreadable', 'domain')
  return {
    curve,
    keyId: verificationMethod,
    value: proofValue,
    created: typeof created === 'string' ? created : null,
    domains,
    challenge: typeof challenge === 'string' && challenge !== '' ? challenge : null,
  }
}

export const invalid = (code: DescriptionReason, detail: string | null = null): Refusal => ({
  verdict: 'invalid',
  code,
  detail,
})

/** What is signed: the canonical JSON (RFC 8785) without the value of the proof, and its SHA-256. */
export interface Signed {
  readonly text: Buffer
  readonly digest: Buffer
}

/** Null for values that JSON can't hold. */
export const signedOf = (json: JsonObject): Signed | null => {
  const proof = json['proof']
  const { proofValue: _, ...options } = isRecord(proof) ? proof : {}
  try {
    const canonical = canonicalize(proof === undefined ? json : { ...json, proof: options }) ?? ''
    const text = Buffer.from(canonical, 'utf8')
    return { text, digest: sha256(text) }
  } catch {
    return null
  }
}

/**
 * Verifies the signature over the digest. ECDSA hashes the digest once more; that it was hashed but once, and other
 * notations of a signature, are read and named. A refusal says what is wrong.
 */
export const checkProof = (
  { curve, value }: Proof,
  key: VerificationKey,
  { text, digest }: Signed,
): readonly DescriptionReason[] | Refusal => {
  if (key.curve !== curve) return invalid('type_not_of_key', key.curve)
  const signature = readSignature(curve, value)
  if (signature === null) return invalid('signature_unreadable')
  const encoding: readonly DescriptionReason[] = signature.legacy ? ['legacy_encoding'] : []
  const isOver = (bytes: Uint8Array): boolean => verifyWithKey(key, bytes, signature.bytes, { anyS: true })
  if (isOver(digest)) return ['signed', ...encoding]
  if (curve !== 'Ed25519' && isOver(text)) return ['signed', 'legacy_hash', ...encoding]
  return invalid('wrong_signature')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '—')
