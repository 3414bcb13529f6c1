import { z } from 'zod'

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

/** How an author stands with this user (ui.md "Trust"). */
export const authorTrustSchema = z.enum(['built_in', 'known', 'new', 'own'])
export type AuthorTrust = z.infer<typeof authorTrustSchema>

/** One permission as a person reads it: verb, object, place. Ordered by risk, highest first. */
export const permissionSentenceSchema = z.object({
  /** What is asked for, e.g. `state.create`, `network.read`, `mcp.service`. */
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
  kind: z.enum(['builtin', 'http_get', 'http_post', 'mcp_service', 'nuwa_a2a', 'wasm', 'unbound']),
  available: z.boolean(),
  reason: z.string().nullable(),
})
export type ReviewedTool = z.infer<typeof reviewedToolSchema>

/** What the user sees before an install, and what the grant is bound to (acp.md 4.2). */
export const permissionReviewSchema = z.object({
  sha256: z.string(),
  name: z.string(),
  capUri: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ did: z.string(), keyId: z.string(), trust: authorTrustSchema }),
  permissions: z.array(permissionSentenceSchema),
  /** Hosts and services its bindings reach, e.g. `api.open-meteo.com`, `did:nuwa:mcp:webscraper:version1`. */
  hosts: z.array(z.string()),
  tools: z.array(reviewedToolSchema),
  schemaUri: z.string(),
  promptTokens: z.int().nonnegative(),
  warnings: z.array(problemSchema),
  /** Version installed now, or null. */
  installedVersion: z.string().nullable(),
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
  /** `disabled` when the stored file no longer matches its hash; the reason says so. */
  status: z.enum(['ready', 'disabled']),
  statusReason: z.string().nullable(),
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

/** A JSON Schema or other JSON object whose shape is not ours. */
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

/** A parsed and verified package: what the rest of Satchel works with. Never the raw YAML. */
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
}

/** Where a package file comes from. */
export const packageSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('catalogue'), id: z.string() }),
  z.object({ kind: z.literal('file'), fileName: z.string(), bytesBase64: z.string() }),
])
export type PackageSource = z.infer<typeof packageSourceSchema>

/** The installed capabilities. Every change is announced to `onChange` listeners. */
export interface PackagesService {
  catalogue(): readonly CatalogueEntry[]
  installed(): readonly InstalledPackage[]
  /** The verified package installed as `name`; null when none is, or when it is disabled. */
  get(name: string): AcpPackage | null
  /** Runs the whole chain of an install except the user's consent. Errors: `package_rejected` with `details.problems`, `author_changed`, `version_exists`. */
  review(source: PackageSource): Promise<PermissionReview>
  /**
   * Installs what was reviewed: `sha256` must be the reviewed one. Warnings must be accepted.
   * Errors: `package_rejected`, `package_changed`, `author_changed`, `version_exists`, `warnings_not_accepted`,
   * `downgrade_not_confirmed`.
   */
  install(input: {
    source: PackageSource
    sha256: string
    acceptWarnings: boolean
    acceptDowngrade?: boolean | undefined
    via: 'renderer' | 'cli' | 'internal'
  }): Promise<InstalledPackage>
  /**
   * Its state stays readable, and its name its author's, unless `purge` is set: that removes its objects too and gives the name
   * free (acp.md 4.5). All of it or nothing. Errors: `package_not_installed`.
   */
  remove(name: string, options?: { purge?: boolean }): void
  /**
   * The YAML as stored, and where the signature token stands in it, as UTF-16 offsets (what `slice` takes).
   * Errors: `package_not_installed`, `package_file_damaged`.
   */
  source(name: string): { yaml: string; signatureRange: { start: number; end: number } }
  /** Re-checks every stored file against its hash; a mismatch disables the capability with the reason. */
  verifyStore(): void
  onChange(listener: () => void): () => void
}
