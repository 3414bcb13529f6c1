import { z } from 'zod'

/**
 * How something installed or connected does. `off`: its owner switched it off. All others but `ok` need the owner: `changed`: something of it
 * is not what was accepted, and waits to be looked at; `failed`: it was not there when it was wanted last; `sign_in`: its server wants the
 * owner to sign in; `locked`: its secrets are in the vault, which is locked; `damaged`: the kept files are not the accepted ones; `gone`: the folder it came from is not there; `key_revoked`: its
 * author withdrew the key that signed it; `yanked`: its publisher withdrew this version.
 */
export const entryHealthSchema = z.enum([
  'ok',
  'off',
  'changed',
  'failed',
  'sign_in',
  'locked',
  'damaged',
  'gone',
  'key_revoked',
  'yanked',
])
export type EntryHealth = z.infer<typeof entryHealthSchema>

/** Why it is let in: what is known of a package's author, how a server is held, that a skill was looked at by its user. */
export const entryTrustSchema = z.enum([
  ...['built_in', 'own', 'known', 'new', 'key_changed'],
  ...['sandboxed', 'unsandboxed', 'elsewhere'],
  'reviewed',
] as const)
export type EntryTrust = z.infer<typeof entryTrustSchema>

/** One line of the list of everything there is: an installed package, a connected server, a skill that was taken in. */
export const capabilityEntrySchema = z.object({
  /** As the activity log and the pages call it: `note`, `mcp:<source>`, `skill:<source>/<name>`. */
  id: z.string(),
  kind: z.enum(['package', 'server', 'skill']),
  title: z.string(),
  /** At most 300 characters of it, to be searched. */
  description: z.string(),
  /** Who or what it is from: the DID of an author, a program, a host, the word of a folder. */
  source: z.string(),
  /** The name a server is connected by; null for all others. */
  uri: z.string().nullable(),
  trust: entryTrustSchema,
  health: entryHealthSchema,
  /** Names of its tools, the first 500. */
  tools: z.array(z.string()),
  /** About what it takes of a model's context where it is used. */
  tokens: z.int(),
  /** When one of its tools was called last, whatever came of it; null where the log has no call of it. */
  lastUsedAt: z.iso.datetime().nullable(),
})
export type CapabilityEntry = z.infer<typeof capabilityEntrySchema>
