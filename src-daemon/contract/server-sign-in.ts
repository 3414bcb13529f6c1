import { errorViewSchema } from './errors.ts'
import { z } from 'zod'

/** The scopes a server may name, as in RFC 6749 3.3: words separated by single spaces. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** A remote server's answer that the caller has to sign in, or needs more scopes. */
export const challengeSchema = z.object({
  reason: z.enum(['unauthorized', 'insufficient_scope']),
  /** URL of its protected resource metadata (RFC 9728); null if it named none. */
  resourceMetadata: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  /** The required scopes, separated by spaces; null if it named none. */
  scope: z.string().max(2000).regex(SCOPE).nullable(),
})
export type Challenge = z.infer<typeof challengeSchema>

/**
 * How Satchel is known to an authorization server: registered by the owner, described by a document on the web, or
 * registered by itself.
 */
export const clientKindSchema = z.enum(['owner', 'document', 'registered'])
export type ClientKind = z.infer<typeof clientKindSchema>

/** The account the owner is signed in with, and its scopes. Contains no secret. */
export const accountSchema = z.object({
  /** The URL it is valid for; the token is sent nowhere else. */
  url: z.string(),
  issuer: z.string(),
  /** Where the issuer publishes its metadata. */
  issuerAt: z.string(),
  resource: z.string(),
  scopes: z.array(z.string()),
  signedInAt: z.iso.datetime(),
  /** When the current token expires; null if unknown. */
  expiresAt: z.iso.datetime().nullable(),
  /** Whether it can be renewed without the owner. */
  renewable: z.boolean(),
  clientId: z.string(),
  client: clientKindSchema,
})
export type Account = z.infer<typeof accountSchema>

/** The sign-in status of a server reached over HTTP. */
export const signInViewSchema = z.object({
  /** Its last challenge; null if it was satisfied, or never called. */
  needed: challengeSchema.nullable(),
  /** A sign-in the owner has started in the browser, and when it times out. */
  pending: z.object({ issuer: z.string(), until: z.iso.datetime() }).nullable(),
  account: accountSchema.omit({ url: true, issuerAt: true }).nullable(),
  /** Why the last sign-in since the start failed. */
  problem: errorViewSchema.nullable(),
})
export type SignInView = z.infer<typeof signInViewSchema>

/** A sign-in that waits for the owner. */
export const signInStartSchema = z.object({
  /** The URL to open in the browser. */
  address: z.string(),
  issuer: z.string(),
  scopes: z.array(z.string()),
  until: z.iso.datetime(),
})
export type SignInStart = z.infer<typeof signInStartSchema>

/** The owner's input for a sign-in; without a client id, Satchel identifies itself. */
export const signInInputSchema = z.object({
  /** The id of a client the owner registered with the authorization server, and its secret if it has one. */
  clientId: z.string().min(1).max(2000).optional(),
  clientSecret: z.string().min(1).max(4000).optional(),
})
export type SignInInput = z.infer<typeof signInInputSchema>

/** Result of revoking a token at the authorization server. */
export const revocationSchema = z.enum(['done', 'failed', 'not_offered'])
export type Revocation = z.infer<typeof revocationSchema>
