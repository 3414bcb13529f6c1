import { z } from 'zod'
import { keyKindSchema } from './identity.ts'

/** How the proof in a DID document is written: as the W3C says, or as ANP's own libraries do (anp.md 1). */
export const proofDialectSchema = z.enum(['w3c', 'sdk'])

/** A did:wba of the owner's. */
export const ownDidSchema = z.object({
  did: z.string(),
  /** The owner's key behind it, by its own id. */
  keyId: z.string(),
  kind: keyKindSchema,
  dialect: proofDialectSchema,
  /** Where others look for the document. */
  url: z.string(),
  /** The same as a path below the root of the web server. */
  path: z.string(),
  document: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  /** When it was given up. Its document stays published, and says so. */
  deactivatedAt: z.iso.datetime().nullable(),
  /** The DID that took its place. */
  successor: z.string().nullable(),
})
export type OwnDid = z.infer<typeof ownDidSchema>

/** A did:wba to make. With a path, its last segment names the key: `e1` = Ed25519, `k1` = secp256k1. */
export const newDidSchema = z.object({
  /** `example.org` or `example.org:8443`. */
  host: z.string().min(1).max(260),
  path: z
    .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,62}$/))
    .max(10)
    .default([]),
  key: z.enum(['e1', 'k1']).default('e1'),
  dialect: proofDialectSchema.default('w3c'),
  /** Where the agent's description is. */
  descriptionUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
})
export type NewDid = z.input<typeof newDidSchema>

/** A request to sign as one of the owner's identities. `didwba` covers neither the address nor the body. */
export const requestToSignSchema = z.object({
  did: z.string().min(8).max(2048),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  url: z.url({ protocol: /^https?$/ }).max(2000),
  form: z.enum(['http-signature', 'didwba']),
  bodyBase64: z
    .base64()
    .max(4 * 1024 * 1024)
    .nullable(),
})
