import { errorViewSchema } from './errors.ts'
import { z } from 'zod'

/** The scopes a server may name, as RFC 6749 3.3 writes them: words apart by one space. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** What a server on the network answered instead of an answer: whoever calls it has to sign in, or to be allowed more. */
export const challengeSchema = z.object({
  reason: z.enum(['unauthorized', 'insufficient_scope']),
  /** Where it says who signs people in for it (RFC 9728); null where it did not say. */
  resourceMetadata: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  /** What has to be allowed, apart by spaces; null where it did not say. */
  scope: z.string().max(2000).regex(SCOPE).nullable(),
})
export type Challenge = z.infer<typeof challengeSchema>

/** What Satchel is to an authorization server: named by the owner, by a document on the web, or registered there by itself. */
export const clientKindSchema = z.enum(['owner', 'document', 'registered'])
export type ClientKind = z.infer<typeof clientKindSchema>

/** Who let the owner in to a server, and for what. No secret is in it. */
export const accountSchema = z.object({
  /** The address it holds for; the token is sent nowhere else. */
  url: z.string(),
  issuer: z.string(),
  /** Where the issuer says what it is. */
  issuerAt: z.string(),
  resource: z.string(),
  scopes: z.array(z.string()),
  signedInAt: z.iso.datetime(),
  /** When the token there is now ends; null where nobody said. */
  expiresAt: z.iso.datetime().nullable(),
  /** Whether it can be renewed without the owner. */
  renewable: z.boolean(),
  clientId: z.string(),
  client: clientKindSchema,
})
export type Account = z.infer<typeof accountSchema>

/** Where a server at an address stands with signing in. */
export const signInViewSchema = z.object({
  /** What it asked for when it was asked last; null where it was content, or never asked. */
  needed: challengeSchema.nullable(),
  /** A sign-in the owner has begun in the browser, and when it is given up. */
  pending: z.object({ issuer: z.string(), until: z.iso.datetime() }).nullable(),
  account: accountSchema.omit({ url: true, issuerAt: true }).nullable(),
  /** Why the last sign-in since the start came to nothing. */
  problem: errorViewSchema.nullable(),
})
export type SignInView = z.infer<typeof signInViewSchema>

/** A sign-in that waits for the owner. */
export const signInStartSchema = z.object({
  /** Where to go in the browser. */
  address: z.string(),
  issuer: z.string(),
  scopes: z.array(z.string()),
  until: z.iso.datetime(),
})
export type SignInStart = z.infer<typeof signInStartSchema>

/** What the owner gives for a sign-in; without a client of their own Satchel introduces itself. */
export const signInInputSchema = z.object({
  /** The id of a client they registered with the authorization server themselves, and its secret where it has one. */
  clientId: z.string().min(1).max(2000).optional(),
  clientSecret: z.string().min(1).max(4000).optional(),
})
export type SignInInput = z.infer<typeof signInInputSchema>

/** How the other side took that a token is not used any more. */
export const revocationSchema = z.enum(['done', 'failed', 'not_offered'])
export type Revocation = z.infer<typeof revocationSchema>
