import { z } from 'zod'
import { advisorySchema, recommendationSchema } from './advisories.ts'

/** A problem of a package file, at a place (acp.md 1.5). Lines and columns start at 1. */
export const problemSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  /** Path inside the document, e.g. `metadata.author.did`; empty for the whole file. */
  path: z.string(),
  message: z.string(),
  found: z.string().nullable(),
  expected: z.string().nullable(),
})
export type Problem = z.infer<typeof problemSchema>

/**
 * An author's trust status (ui.md "Trust"). `key_changed`: a known author (the same DID) signs with a key not seen
 * before.
 */
export const authorTrustSchema = z.enum(['built_in', 'known', 'new', 'own', 'key_changed'])
export type AuthorTrust = z.infer<typeof authorTrustSchema>

/** An author in the trust store: remembered at the first install (acp.md 4.2). */
export const knownAuthorSchema = z.object({
  did: z.string(),
  firstSeenAt: z.iso.datetime(),
  /** Key ids that packages of this author were signed with, oldest first. */
  keyIds: z.array(z.string()),
  /** Names of this author's capabilities, installed or not. */
  names: z.array(z.string()),
  trust: authorTrustSchema,
})
export type KnownAuthor = z.infer<typeof knownAuthorSchema>

/** One permission as a sentence: verb, object, place. Ordered by risk, highest first. */
export const permissionSentenceSchema = z.object({
  /** The permission, e.g. `state.create`, `network.read`, `mcp.service`. */
  key: z.string(),
  /** The sentence, in the owner's language. */
  text: z.string(),
  risk: z.enum(['low', 'medium', 'high']),
})
export type PermissionSentence = z.infer<typeof permissionSentenceSchema>

export const reviewedToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** `builtin`: a `state.*` tool. `unavailable` tools are hidden from the model; `reason` says why. */
  kind: z.enum(['builtin', 'asks', 'http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm', 'unbound']),
  available: z.boolean(),
  reason: z.string().nullable(),
  /** The server it needs, if that is the reason. */
  server: z.string().optional(),
})
export type ReviewedTool = z.infer<typeof reviewedToolSchema>

const listChange = <T extends z.ZodType>(item: T) =>
  z.object({ added: z.array(item), removed: z.array(item) })

/** A line of a text difference. `gap` = omitted unchanged lines; `text` says how many. */
export const diffLineSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'gap']),
  text: z.string(),
})
export type DiffLine = z.infer<typeof diffLineSchema>

/** A tool in both versions, and its differences. */
export const changedToolSchema = z.object({
  name: z.string(),
  changes: z.array(z.enum(['description', 'parameters', 'binding'])),
  /** Line by line over description, parameters and binding as YAML. */
  lines: z.array(diffLineSchema),
})

/** A picture of a package at work: the CID of its bytes, and what it shows in words. */
export const packagePictureSchema = z.object({ cid: z.string(), alt: z.string() })
export type PackagePicture = z.infer<typeof packagePictureSchema>

/** What its author says each version changed, in the author's order; plain lines. */
export const changelogSchema = z.array(z.object({ version: z.string(), changes: z.array(z.string()) }))
export type Changelog = z.infer<typeof changelogSchema>

/** What an update (or downgrade) changes compared with the installed version (acp.md 4.3). */
export const packageDifferenceSchema = z.object({
  fromVersion: z.string(),
  fromSha256: z.string(),
  direction: z.enum(['update', 'downgrade', 'same_version']),
  /**
   * Why a new consent is needed: what the new version may do that the installed one may not. Empty if nothing widens.
   */
  widens: z.array(z.string()),
  permissions: listChange(permissionSentenceSchema),
  hosts: listChange(z.string()),
  tools: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(changedToolSchema),
  }),
  /** Empty when the text is the same. */
  prompt: z.array(diffLineSchema),
  schema: z.array(diffLineSchema),
  /** Name, description, triggers, model requirements, memory scope: as YAML, line by line. */
  other: z.array(diffLineSchema),
  /** What the author says of the versions after the installed one; empty if nothing. */
  changelog: changelogSchema,
})
export type PackageDifference = z.infer<typeof packageDifferenceSchema>

/**
 * A name that gets another author. `from` and `to` are DIDs. `registry`: the one whose records prove that the name was
 * passed on; null if `to` is the owner, who signed the file and takes the name over on this machine.
 */
export const handoverSchema = z.object({
  from: z.string(),
  to: z.string(),
  registry: z.string().nullable(),
})
export type Handover = z.infer<typeof handoverSchema>

/** What the user sees before an install, and what the grant is bound to (acp.md 4.2). */
/** An installed package of another author that a reviewed one could be taken for. `author` is a DID. */
export const lookAlikeSchema = z.object({ name: z.string(), title: z.string(), author: z.string() })
export type LookAlike = z.infer<typeof lookAlikeSchema>

export const permissionReviewSchema = z.object({
  sha256: z.string(),
  name: z.string(),
  capUri: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({
    did: z.string(),
    keyId: z.string(),
    trust: authorTrustSchema,
    /** When a package of this author was first installed; null for an unknown author. */
    firstSeenAt: z.iso.datetime().nullable(),
    /** The lists the owner follows that recommend this author. */
    recommendedBy: z.array(recommendationSchema),
  }),
  /** The lists the owner follows that block this version. */
  advisories: z.array(advisorySchema),
  permissions: z.array(permissionSentenceSchema),
  /** Hosts and servers its bindings connect to, e.g. `api.open-meteo.com`, `did:nuwa:mcp:webscraper:version1`. */
  hosts: z.array(z.string()),
  tools: z.array(reviewedToolSchema),
  schemaUri: z.string(),
  promptTokens: z.int().nonnegative(),
  warnings: z.array(problemSchema),
  changelog: changelogSchema,
  /** Null if there is none, and for what is installed or offered only. */
  lookAlike: lookAlikeSchema.nullable(),
  /** The name has another author than the one it is known by here; null if it hasn't. */
  handover: handoverSchema.nullable(),
  /** Version installed now, or null. */
  installedVersion: z.string().nullable(),
  /** Compared with the installed version; null if none is installed, or if it is this very file. */
  difference: packageDifferenceSchema.nullable(),
})
export type PermissionReview = z.infer<typeof permissionReviewSchema>

export const catalogueEntrySchema = z.object({
  id: z.string(),
  review: permissionReviewSchema,
  examples: z.array(z.string()),
  installed: z.boolean(),
})
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>

export const installedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  review: permissionReviewSchema,
  examples: z.array(z.string()),
  installedAt: z.iso.datetime(),
  status: z.enum(['ready', 'disabled']),
  /** Why it is disabled: the user switched it off (`user`), or the stored file isn't the installed one (`damaged`). */
  disabledBy: z.enum(['user', 'damaged']).nullable(),
  /** The same in a sentence. */
  statusReason: z.string().nullable(),
  /** The author no longer lists the key that signed it: it keeps working, with a warning (acp.md 2.5). */
  authorKeyRevoked: z.boolean(),
  /** Why its publisher withdrew this version; absent if it wasn't. It keeps working, with a warning. */
  yanked: z.string().optional(),
  /** The version a rollback returns to; null when there is none. */
  previous: z.object({ version: z.string(), sha256: z.string() }).nullable(),
})
export type InstalledPackage = z.infer<typeof installedPackageSchema>

export const triggerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('regex'), value: z.string() }),
  z.object({ type: z.literal('keyword'), value: z.string() }),
  z.object({
    type: z.literal('embedding'),
    value: z.string().optional(),
    examples: z.array(z.string()).optional(),
    model: z.string().optional(),
  }),
])
export type Trigger = z.infer<typeof triggerSchema>

/** A JSON Schema or other JSON object of unspecified shape. */
export type JsonObject = Readonly<Record<string, unknown>>

export interface ToolDeclaration {
  readonly name: string
  readonly description: string
  /**
   * JSON Schema of the arguments; `{$ref: "#/schema"}` already inlined (acp.md 7.2), without the fields the runtime fills
   * (`id`, `createdAt`, `updatedAt`).
   */
  readonly parameters: JsonObject
}

/** What an `http_post` binding may be instead of a POST (its `method`). */
export const HTTP_METHODS = ['PUT', 'PATCH', 'DELETE'] as const

/** A parsed and verified package, which the rest of Satchel works with; never the raw YAML. */
export interface AcpPackage {
  readonly sha256: string
  /** `note` of `did:nuwa:cap:note@1.0.0`. */
  readonly name: string
  /** `did:nuwa:cap:note`, without version. */
  readonly capUri: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly author: { readonly did: string; readonly keyId: string }
  readonly triggers: readonly Trigger[]
  readonly examples: readonly string[]
  readonly memoryScope: string
  readonly permissions: { readonly require: readonly string[]; readonly option: readonly string[] }
  readonly llmRequirements: {
    readonly modelFamily: readonly string[]
    readonly minContextWindow: number | null
    readonly requiredFeatures: readonly string[]
  }
  readonly schema: JsonObject
  readonly schemaUri: string
  readonly prompt: string
  readonly tools: readonly ToolDeclaration[]
  readonly bindings: Readonly<Record<string, JsonObject & { readonly type: string }>>
  /** Its tools are only for turns routed to it, never beside those of others (open turns); absent if they may be. */
  readonly exclusive?: true
  /** A name of `PACKAGE_ICONS`, or a drawing: an SVG made of nothing but what was allowed; absent if it has none. */
  readonly icon?: string
  /** Absent if its author says nothing. */
  readonly changelog?: Changelog
  /** Absent if there are none. */
  readonly screenshots?: readonly PackagePicture[]
  /** Markdown for people; absent if there is none. */
  readonly readme?: string
  /**
   * How far its own description counts in routing, if no author signed it: `modest` = messages that no other capability
   * claims, `none` = it is used by name only. Absent if an author signed it.
   */
  readonly claim?: 'modest' | 'none'
}

/**
 * Where a package file comes from. `previous`: the stored file a rollback of `name` would return to, for reviewing it
 * first. `candidate`: a file that the marketplace fetched and verified (`marketplace.review`).
 */
export const packageSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('catalogue'), id: z.string() }),
  z.object({ kind: z.literal('previous'), name: z.string() }),
  z.object({ kind: z.literal('file'), fileName: z.string(), bytesBase64: z.string() }),
  z.object({ kind: z.literal('candidate'), id: z.string().max(100) }),
])
export type PackageSource = z.infer<typeof packageSourceSchema>
