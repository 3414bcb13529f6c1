import { z } from 'zod'

/** What shows a third party that a call was made in the owner's name, and what came back. */
export const callProofSchema = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    /** Those the signature is about, by names in small letters: the signature itself, digest and idempotency key. */
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  answer: z.object({
    status: z.int(),
    /** Digests and signatures the other agent sent with it, if it did. */
    headers: z.record(z.string(), z.string()),
    /** Hex SHA-256 of its bytes. */
    sha256: z.string(),
    /** Null if it is too long to be kept, or no text. */
    body: z.string().nullable(),
  }),
  /** The document of the DID that signed, as it was then: its keys may have changed since. */
  didDocument: z.record(z.string(), z.unknown()).nullable(),
})
export type CallProof = z.infer<typeof callProofSchema>
