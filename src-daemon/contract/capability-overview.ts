import { z } from 'zod'

/**
 * The health of something installed or connected. `off`: the owner switched it off. All others but `ok` need the owner:
 * `changed`: part of it is no longer what was accepted and has to be reviewed; `unread`: what its tools say was never
 * accepted; `failed`: it wasn't available when last needed; `sign_in`: its server wants the owner to sign in; `locked`:
 * its secrets are in a locked vault; `damaged`: the stored files aren't the accepted ones; `gone`: its source folder is
 * missing; `key_revoked`: its author withdrew the key that signed it; `yanked`: its publisher withdrew this version; `blocked`: a list the
 * owner follows blocks it.
 */
export const entryHealthSchema = z.enum([
  'ok',
  'off',
  'changed',
  'unread',
  'failed',
  'sign_in',
  'locked',
  'damaged',
  'gone',
  'key_revoked',
  'yanked',
  'blocked',
])
export type EntryHealth = z.infer<typeof entryHealthSchema>

/** Why it is trusted: how a package's author is known, how a server is confined, that the user reviewed a skill. */
export const entryTrustSchema = z.enum([
  ...['built_in', 'own', 'known', 'new', 'key_changed'],
  ...['sandboxed', 'unsandboxed', 'elsewhere'],
  'reviewed',
] as const)
export type EntryTrust = z.infer<typeof entryTrustSchema>

/** An entry in the list of everything: an installed package, a connected server, an installed skill. */
export const capabilityEntrySchema = z.object({
  /** As used in the activity log and addresses of pages: `note`, `mcp:<source>`, `skill:<source>/<name>`. */
  id: z.string(),
  kind: z.enum(['package', 'server', 'skill']),
  title: z.string(),
  /** At most 300 characters, for searching. */
  description: z.string(),
  /** Where it is from: an author's DID, a program, a host, the name of a folder. */
  source: z.string(),
  /** The name a server is connected by; null for other kinds. */
  uri: z.string().nullable(),
  trust: entryTrustSchema,
  health: entryHealthSchema,
  /** Names of its tools, the first 500. */
  tools: z.array(z.string()),
  /** Estimated tokens it takes of a model's context when used. */
  tokens: z.int(),
  /** Last call of one of its tools, successful or not; null if the log has none. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type CapabilityEntry = z.infer<typeof capabilityEntrySchema>
