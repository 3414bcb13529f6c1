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
export type AuthorizationInfo = z.infer<typeof authorizationSchema>
