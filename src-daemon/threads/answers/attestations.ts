import { base58btc } from 'multiformats/bases/base58'
import type { AttestationResponse, RequestAttestation } from '../../contract/aitp-attestations.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { jcsHash, proofBytes, verifyWithKey } from '../../identity/index.ts'
import { fault, note } from '../core/faults.ts'
import type { JsonObject } from '../core/json.ts'
import { keyInId } from '../quotes/keys.ts'

/** The digest of a JSON value, as attestations name it. */
const digestOf = (value: object): string => `sha-256:${jcsHash(value).toString('base64url')}`

/**
 * Checks an attestation: it is of this request, for its audience, of its kind and subject, with its nonce, and says what the
 * answer says; its proof is verified where the key is in the issuer's DID. The `...AsSent` are the bodies as they came.
 */
export const checkAttestation = (
  asked: RequestAttestation,
  askedAsSent: JsonObject,
  { result, attestation }: AttestationResponse,
  answerAsSent: JsonObject,
): FaultAt[] => {
  if (attestation === undefined)
    return result === 'approved' || result === 'acknowledged' ? [fault('attestation', 'missing')] : []
  const expected: readonly (readonly [place: string, found: unknown, wanted: unknown])[] = [
    ['request_digest', attestation.request_digest, digestOf(askedAsSent)],
    ['audience', attestation.audience, asked.audience],
    ['nonce', attestation.nonce, asked.nonce],
    ['kind', attestation.kind, asked.kind],
    ['subject.digest', attestation.subject?.digest, asked.subject?.digest],
    ['proof.challenge', attestation.proof.challenge ?? asked.nonce, asked.nonce],
    ['proof.domain', attestation.proof.domain ?? asked.audience, asked.audience],
  ]
  const differing = expected
    .filter(([, found, wanted]) => found !== wanted)
    .map(([place, found]) => fault(`attestation.${place}`, 'digest_differs', String(found)))
  const isSaid = result === attestation.decision
  const chosen = attestation.selected_option
  const isOffered = chosen === undefined || asked.options?.some(({ id }) => id === chosen) === true
  return [
    ...differing,
    ...(isSaid ? [] : [fault('result', 'result_differs', `${result} ≠ ${attestation.decision}`)]),
    ...(isOffered ? [] : [fault('attestation.selected_option', 'not_offered', chosen)]),
    ...checkProof(attestation.issuer, answerAsSent['attestation']),
  ]
}

/** `eddsa-jcs-2022` over the attestation as it came. */
const checkProof = (issuer: string, attestation: unknown): FaultAt[] => {
  const place = 'attestation.proof'
  const key = keyInId(issuer)
  if (key === null) return [note(place, 'signature_unchecked', issuer)]
  const { proof, ...unsigned } = attestation as { readonly proof: Record<string, unknown> }
  const { proofValue, ...options } = proof
  const isByIssuer = String(options['verificationMethod']).startsWith(`${issuer}#`)
  const bytes = decoded(String(proofValue))
  const isValid = isByIssuer && bytes !== null && verifyWithKey(key, proofBytes(options, unsigned), bytes)
  return isValid ? [] : [fault(place, 'signature_invalid', issuer)]
}

const decoded = (value: string): Uint8Array | null => {
  try {
    return base58btc.decode(value)
  } catch {
    return null
  }
}
