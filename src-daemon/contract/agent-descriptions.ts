import { z } from 'zod'

/** What the proof of a description is worth (anp.md 3). Only the first two may be shown as verified. */
export const descriptionVerdictSchema = z.enum([
  'valid',
  'valid-legacy',
  'not-domain-bound',
  'unsigned',
  'unsupported',
  'invalid',
])
export type DescriptionVerdict = z.infer<typeof descriptionVerdictSchema>

/** Why a verdict is what it is. */
export const descriptionReasonSchema = z.enum([
  'signed',
  'legacy_hash',
  'legacy_encoding',
  'domain_matches',
  'domain_of_own_address',
  'no_domain',
  'unreadable',
  'no_proof',
  'proof_unreadable',
  'proof_type_unknown',
  'proof_purpose',
  'no_did',
  'key_of_another_did',
  'key_unavailable',
  'type_not_of_key',
  'signature_unreadable',
  'wrong_signature',
  'domain_without_challenge',
  'wrong_domain',
  'challenge_reused',
  'created_unreadable',
  'created_in_future',
  'key_of_host',
  'did_of_another_host',
  'key_elsewhere',
  'no_key_address',
])
export type DescriptionReason = z.infer<typeof descriptionReasonSchema>

/** What is odd about a description that was read all the same. */
export const descriptionWarningSchema = z.enum([
  'missing',
  'prefixed',
  'misspelled',
  'no_context',
  'not_a_text',
  'not_a_list',
  'not_an_object',
  'not_a_time',
  'no_kind',
  'left_out',
  'endpoint_elsewhere',
])
export type DescriptionWarning = z.infer<typeof descriptionWarningSchema>

/** How a description relates to the one of this DID that was seen last. */
export const descriptionPinSchema = z.object({
  /** `first`: none was seen. `older`: its version or its time is before that of the other. */
  state: z.enum(['first', 'same', 'changed', 'older']),
  seenAt: z.iso.datetime().nullable(),
  keyChanged: z.boolean(),
  /** Members that are new, changed or gone; never the proof. */
  members: z.array(z.string()),
})
export type DescriptionPin = z.infer<typeof descriptionPinSchema>

/** A description of an agent, read and verified. */
export const verifiedDescriptionSchema = z.object({
  verdict: descriptionVerdictSchema,
  /** `detail`: the name, code or value that matters. */
  reasons: z.array(z.object({ code: descriptionReasonSchema, detail: z.string().nullable() })),
  warnings: z.array(z.object({ place: z.string(), code: descriptionWarningSchema })),
  /** `json-ld` and `plain` are the two forms of the protocol; `merged` has the keys of both. */
  form: z.enum(['json-ld', 'plain', 'merged']).nullable(),
  name: z.string().nullable(),
  did: z.string().nullable(),
  version: z.string().nullable(),
  /** The key that the proof names. */
  keyId: z.string().nullable(),
  domain: z.string().nullable(),
  /** The host it was read from; null for a file. */
  fetchedFrom: z.string().nullable(),
  /** Hex SHA-256 of what is signed; null if it couldn't be read. */
  digest: z.string().nullable(),
  interfaces: z.array(
    z.object({
      kind: z.string(),
      protocol: z.string().nullable(),
      url: z.string().nullable(),
      humanAuthorization: z.boolean(),
    }),
  ),
  /** Null if nothing was compared. */
  pin: descriptionPinSchema.nullable(),
})
export type VerifiedDescription = z.infer<typeof verifiedDescriptionSchema>
