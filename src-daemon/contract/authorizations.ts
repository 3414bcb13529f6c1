import { z } from 'zod'

/** An authorization capability as the owner sees it (identity.md 5). */
export const authorizationSchema = z.object({
  id: z.string(),
  /** Id of the one it was narrowed from; `urn:zcap:root:…` for the first. */
  parent: z.string(),
  controller: z.string(),
  target: z.string(),
  actions: z.array(z.string()),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  /** Capability URI (`did:nuwa:cap:note`) it was issued to; null if it was delegated to another party. */
  capUri: z.string().nullable(),
})

/** A year and a day: sharing always expires. */
export const MAX_SHARE_SECONDS = 366 * 86_400

/** What the owner lets another capability or agent do with shared data (asm.md 8). */
export const stateShareSchema = z.object({
  /** The name or DID of an installed capability, or the DID of an agent. */
  to: z.string().min(1).max(512),
  /** Names the scope: every `shared` and `public` schema in it is covered. */
  schemaUri: z.string().max(1024),
  allow: z.enum(['read', 'write']),
  expiresInSeconds: z.int().positive().max(MAX_SHARE_SECONDS),
})
export type StateShareInput = z.infer<typeof stateShareSchema>
export type AuthorizationInfo = z.infer<typeof authorizationSchema>
