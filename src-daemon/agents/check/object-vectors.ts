import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { VerificationKey } from '../../contract/identity.ts'
import { documentProof, proofBytes } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { checkContentDigest } from '../requests/content-digest.ts'
import { badSignature, malformed } from '../requests/refusals.ts'

/** A document with a proof in it: a DID document, a bundle of keys, a receipt. */
export const objectSchema = z.looseObject({
  keyid: z.string(),
  identity_fixture: z.string().optional(),
  public_key_jwk: z.unknown(),
  object: z.record(z.string(), z.unknown()),
  document_jcs: z.string().optional(),
  proof_config_jcs: z.string().optional(),
  hash_data_hex: z.string().optional(),
  related_signed_request_object: z.record(z.string(), z.unknown()).optional(),
})
type ObjectVector = z.infer<typeof objectSchema>

/** The members that name whose document it is. */
const ISSUERS = ['id', 'owner_did', 'group_did', 'issuer', 'did']

/** @throws SatchelError for a proof that isn't good, another issuer, and a vector that contradicts itself */
export const checkObject = (vector: ObjectVector, key: VerificationKey): void => {
  const { object, keyid } = vector
  const did = keyid.split('#', 1)[0] ?? ''
  const proof = documentProof({
    did,
    json: object,
    deactivated: false,
    successor: null,
    keys: new Map([[keyid, { keyId: keyid, key, relationships: ['assertionMethod'] }]]),
  })
  if (proof.state === 'none') throw malformed('proof', 'missing')
  if (proof.state === 'unsupported') throw malformed(proof.place, 'unsupported')
  if (proof.state === 'wrong') throw badSignature(did, keyid)
  const issuer = ISSUERS.find((name) => object[name] !== undefined)
  if (issuer !== undefined && object[issuer] !== did) throw malformed(issuer, 'of_another_did')
  checkBytes(vector)
  const related = vector.related_signed_request_object
  if (related !== undefined) {
    const digest = object['payload_digest']
    checkContentDigest(
      typeof digest === 'string' ? digest : undefined,
      Buffer.from(canonicalize(related) ?? ''),
    )
  }
}

/** The bytes the vector says were hashed are ours. */
const checkBytes = (vector: ObjectVector): void => {
  const { proof, ...unsigned } = vector.object
  const { proofValue: _, ...options } = isRecord(proof) ? proof : {}
  const context = unsigned['@context']
  const config = context === undefined ? options : { ...options, '@context': context }
  const ours = {
    document_jcs: canonicalize(unsigned),
    proof_config_jcs: canonicalize(config),
    hash_data_hex: proofBytes(config, unsigned).toString('hex'),
  }
  for (const [name, value] of Object.entries(ours))
    if (vector[name] !== undefined && vector[name] !== value) throw malformed(name, 'other_bytes')
}
