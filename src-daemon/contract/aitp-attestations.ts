import { z } from 'zod'
import { dateTimeSchema, errorResponseIn, uriIn, type Dialect } from './aitp-dialect.ts'

/** `sha-256:` and the base64url of the hash of canonical JSON (RFC 8785). */
const digest = z.string().regex(/^sha-256:[A-Za-z0-9_-]{43}$/)
const KIND = z.enum(['disclosure', 'approval', 'presence', 'choice'])
const ASSURANCE = z.enum(['app', 'os_verified', 'hardware'])
const nonce = z.string().min(22)
const did = z.string().regex(/^did:[a-z0-9]+:.+/)

const subjectShape = (d: Dialect) => ({
  schema: uriIn(d).optional(),
  message_type: z.string(),
  id: d.id.optional(),
  digest,
})

/** A proof by `eddsa-jcs-2022`. */
export const proofIn = (d: Dialect) =>
  d.object({
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-jcs-2022'),
    created: dateTimeSchema,
    verificationMethod: z.string().regex(/^did:.+#.+/),
    proofPurpose: z.literal('assertionMethod'),
    domain: z.string().optional(),
    challenge: z.string().optional(),
    proofValue: z.string().regex(/^z[1-9A-HJ-NP-Za-km-z]+$/),
  })

/** What a person confirmed, signed by their key. */
export const attestationIn = (d: Dialect) =>
  d.object({
    type: z.literal('HumanAttestation'),
    id: z.string().regex(/^urn:uuid:/),
    issuer: did,
    audience: z.string(),
    nonce,
    issued_at: dateTimeSchema,
    expires_at: dateTimeSchema.optional(),
    thread_id: z.string().optional(),
    kind: KIND,
    decision: z.enum(['acknowledged', 'approved', 'rejected']),
    selected_option: z.string().optional(),
    request_digest: digest,
    subject: d.object(subjectShape(d)).optional(),
    shown: d
      .object({
        content_digest: digest.optional(),
        language: z.string().optional(),
        renderer: z.string().optional(),
        view_ms: z.int().min(0).optional(),
        scrolled_to_end: z.boolean().optional(),
        requester_shown: z.string().optional(),
      })
      .optional(),
    human: d.object({
      method: z.enum(['click', 'typed_phrase', 'os_biometric', 'os_password', 'webauthn_uv']),
      assurance: ASSURANCE,
      verified_at: dateTimeSchema.optional(),
    }),
    evidence: d
      .object({
        webauthn: d
          .object({
            credential_id: z.string(),
            public_key_jwk: z.record(z.string(), z.unknown()).optional(),
            authenticator_data: z.string(),
            client_data_json: z.string(),
            signature: z.string(),
          })
          .optional(),
      })
      .optional(),
    proof: proofIn(d),
  })

/** The messages of AITP-08 (`aitp-08-human-in-the-loop`), proposed. */
export const attestationMessages = (d: Dialect) => ({
  request_attestation: d.object({
    request_id: d.id,
    description: z.string().optional(),
    kind: KIND,
    title: z.string(),
    disclosure: d
      .object({
        media_type: z.enum(['text/plain', 'text/markdown']).optional(),
        content: z.string().optional(),
        content_url: uriIn(d).optional(),
        content_digest: digest.optional(),
        language: z.string().optional(),
      })
      .optional(),
    subject: d.object({ ...subjectShape(d), summary: z.string().optional() }).optional(),
    options: z.array(d.object({ id: d.id, name: z.string().optional() })).optional(),
    requirements: d
      .object({
        assurance: ASSURANCE.optional(),
        min_view_seconds: z.int().min(0).max(60).optional(),
        scroll_to_end: z.boolean().optional(),
        typed_phrase: z.string().max(80).optional(),
        max_age_seconds: z.int().optional(),
      })
      .optional(),
    audience: z.string(),
    nonce,
    expires_at: dateTimeSchema.optional(),
  }),
  attestation_response: d.object({
    request_id: d.id,
    result: z.enum(['approved', 'rejected', 'acknowledged', 'expired', 'unavailable']),
    attestation: attestationIn(d).optional(),
    message: z.string().optional(),
  }),
  attestation_revocation: d.object({
    notification_id: d.id,
    attestation_id: z.string(),
    issuer: did,
    revoked_at: dateTimeSchema,
    reason: z.string().optional(),
    proof: proofIn(d),
  }),
  error_response: errorResponseIn(d),
})

type Attestations = ReturnType<typeof attestationMessages>
export type RequestAttestation = z.output<Attestations['request_attestation']>
export type AttestationResponse = z.output<Attestations['attestation_response']>
export type Attestation = z.output<ReturnType<typeof attestationIn>>
