import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { VerificationKey } from '../../contract/identity.ts'
import {
  checkHttpSignature,
  checkHttpSignatureTime,
  readHttpSignature,
  signatureBase,
  type ReceivedRequest,
} from '../requests/http-signature.ts'
import { malformed } from '../requests/refusals.ts'

const json = z.record(z.string(), z.unknown())

/** A signed request: by HTTP headers, with the same members in a JSON envelope, or a message with a proof of origin. */
export const requestSchema = z.looseObject({
  keyid: z.string(),
  subject_did: z.string().optional(),
  identity_fixture: z.string().optional(),
  public_key_jwk: z.unknown(),
  method: z.string(),
  target_uri: z.string(),
  payload_utf8: z.string().nullable(),
  content_digest: z.string().nullable(),
  signature_input: z.string(),
  signature: z.string(),
  signature_base_utf8: z.string().optional(),
  envelope: z.looseObject({ auth: json, payload: z.unknown() }).optional(),
  signed_request_object: z
    .looseObject({ method: z.string(), meta: z.looseObject({ sender_did: z.string().optional() }) })
    .optional(),
})
type RequestVector = z.infer<typeof requestSchema>

/** @throws SatchelError of `checkHttpSignature`, and for a vector that contradicts itself */
export const checkRequest = (vector: RequestVector, key: VerificationKey, now: Date): void => {
  const { keyid, method, target_uri: targetUri, payload_utf8: payload } = vector
  const headers: Readonly<Record<string, string | null>> = {
    'signature-input': vector.signature_input,
    signature: vector.signature,
    'content-digest': vector.content_digest,
  }
  const request: ReceivedRequest = {
    method,
    targetUri,
    header: (name) => headers[name] ?? undefined,
    body: Buffer.from(payload ?? '', 'utf8'),
  }
  const found = readHttpSignature(request.header)
  checkHttpSignatureTime(found, now)
  checkHttpSignature(found, request, key)
  if (found.keyId !== keyid) throw malformed('keyid', 'not_that_of_the_signature')
  if (vector.subject_did !== undefined && found.did !== vector.subject_did)
    throw malformed('subject_did', 'not_that_of_the_signature')
  const { signature_base_utf8: base } = vector
  if (base !== undefined && signatureBase(found.input, request) !== base)
    throw malformed('signature_base_utf8', 'other_bytes')
  if (vector.envelope !== undefined) checkEnvelope(vector, vector.envelope)
  if (vector.signed_request_object !== undefined) checkOrigin(vector, vector.signed_request_object, found.did)
}

/** The members of the envelope are the headers, and its payload is what was digested, as canonical JSON. */
const checkEnvelope = (
  vector: RequestVector,
  { auth, payload }: NonNullable<RequestVector['envelope']>,
): void => {
  const expected = {
    contentDigest: vector.content_digest,
    signatureInput: vector.signature_input,
    signature: vector.signature,
  }
  for (const [name, value] of Object.entries(expected))
    if ((auth[name] ?? null) !== value) throw malformed(`envelope.auth.${name}`, 'not_that_of_the_request')
  if (canonicalize(payload) !== vector.payload_utf8) throw malformed('envelope.payload', 'other_content')
}

/** A message is signed as a whole, by the DID that it says sent it. */
const checkOrigin = (
  { payload_utf8: payload, method }: RequestVector,
  object: NonNullable<RequestVector['signed_request_object']>,
  did: string,
): void => {
  if (canonicalize(object) !== payload) throw malformed('signed_request_object', 'other_content')
  if (object.method !== method) throw malformed('signed_request_object.method', 'not_that_of_the_request')
  const { sender_did: sender } = object.meta
  if (sender !== undefined && sender !== did) throw malformed('signed_request_object.meta', 'another_sender')
}
