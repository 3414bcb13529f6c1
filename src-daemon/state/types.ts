import { z } from 'zod'
import type { Language } from '../text/index.ts'

/** Who made a change, and in which turn and tool call (asm.md 9.1). */
export const changeOriginSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('owner'), via: z.enum(['renderer', 'cli', 'mcp', 'internal']) }),
  z.object({
    kind: z.literal('capability'),
    /** `did:nuwa:cap:note` */
    capability: z.string(),
    version: z.string(),
    packageSha256: z.string(),
    conversationId: z.string().nullable(),
    turnId: z.string().nullable(),
    callId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('system'), reason: z.string() }),
])
export type ChangeOrigin = z.infer<typeof changeOriginSchema>

/** A change as history shows it: what one `state.*` call did to one scope. */
export const changeRecordSchema = z.object({
  hash: z.string(),
  scope: z.string(),
  seq: z.int().positive(),
  actor: z.string(),
  at: z.iso.datetime(),
  origin: changeOriginSchema,
  kind: z.enum(['create', 'update', 'delete']),
  /** Paths this change touched, e.g. `/title`. */
  paths: z.array(z.string()),
})
export type ChangeRecord = z.infer<typeof changeRecordSchema>

export const jsonObjectSchema = z.record(z.string(), z.unknown())
export type JsonRecord = z.infer<typeof jsonObjectSchema>

/** An object of the materialised view. */
export const stateObjectSchema = z.object({
  id: z.string(),
  schemaUri: z.string(),
  scope: z.string(),
  /** `did:nuwa:cap:note`, or `core` for the core models. */
  owner: z.string(),
  /** Hash of the last change that touched it. */
  version: z.string(),
  object: jsonObjectSchema,
  updatedAt: z.iso.datetime(),
})
export type StateObject = z.infer<typeof stateObjectSchema>

/** A reference to what a tool call changed; links a chat message to State. */
export const changeRefSchema = z.object({
  scope: z.string(),
  schemaUri: z.string(),
  objectId: z.string(),
  hash: z.string(),
  kind: z.enum(['create', 'update', 'delete']),
})
export type ChangeRef = z.infer<typeof changeRefSchema>

export const scopeSummarySchema = z.object({
  scope: z.string(),
  owner: z.string(),
  title: z.string(),
  schemas: z.array(
    z.object({
      schemaUri: z.string(),
      title: z.string(),
      schema: jsonObjectSchema,
      count: z.int(),
      bytes: z.int(),
    }),
  ),
})
export type ScopeSummary = z.infer<typeof scopeSummarySchema>

/** An ASM-QL query (asm.md 6). */
export const asmQuerySchema = z.object({
  select: z.array(z.string()).optional(),
  from: z.string().optional(),
  where: jsonObjectSchema.optional(),
  order: z
    .array(z.object({ field: z.string(), direction: z.enum(['asc', 'desc']).default('asc') }))
    .optional(),
  limit: z.int().min(1).max(1000).optional(),
  cursor: z.string().optional(),
})
export type AsmQuery = z.infer<typeof asmQuerySchema>

/** What a capability (or the owner) works on: the log and tables of one memory scope. */
export interface StateAccess {
  /** `did:nuwa:cap:note`, or `core`. */
  readonly owner: string
  readonly scope: string
  readonly origin: ChangeOrigin
}

/** Result of a change: the object as it now is, and the change to point at. */
export interface Changed {
  readonly object: StateObject
  readonly change: ChangeRef
}

export interface QueryResult {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
}

/** State with a schema and a history. Calls are synchronous: one SQLite transaction each, durable when they return. */
export interface StateService {
  /**
   * Makes a schema usable in a scope and pins its body by `$id`; repeating it is free.
   * Errors: `schema_invalid`, `schema_changed_without_version`, `schema_id_conflict`.
   */
  registerSchema(input: {
    owner: string
    scope: string
    title: string
    schema: Readonly<Record<string, unknown>>
  }): void
  /** Checks a schema as `registerSchema` would, and changes nothing. */
  checkSchema(input: { owner: string; schema: Readonly<Record<string, unknown>> }): void
  /** Errors: `validation_failed` (`details.pointers`), `quota_exceeded`, `schema_unknown`, `permission_denied`. */
  create(access: StateAccess, input: { schemaUri: string; object: JsonRecord }): Changed
  /**
   * `patch` is a JSON Patch list or an object of `$set $unset $inc $push $addToSet` (asm.md 5).
   * Errors: those of `create`, `not_found`, `version_conflict`, `crdt_violation`.
   */
  update(
    access: StateAccess,
    input: { schemaUri: string; id: string; patch: unknown; ifVersion?: string | undefined },
  ): Changed
  /** `hard` also purges what its changes said. Errors: `not_found`, `schema_unknown`, `permission_denied`. */
  delete(access: StateAccess, input: { schemaUri: string; id: string; mode: 'soft' | 'hard' }): ChangeRef
  /**
   * Finds objects (asm.md 6). `query` is an `AsmQuery`, or a bare filter on the access's only schema.
   * Errors: `asmql_invalid`, `asmql_unknown_operator`, `asmql_unknown_field`, `asmql_cursor_invalid`, `asmql_cost_exceeded`,
   * `schema_unknown`, `permission_denied`.
   */
  query(access: StateAccess, query: unknown): QueryResult
  get(input: { schemaUri: string; id: string }): StateObject
  /** Newest first. */
  history(input: { schemaUri: string; id: string }): readonly ChangeRecord[]
  /** What one tool call of a turn changed, oldest first; empty when it changed nothing. */
  changesOf(call: { turnId: string; callId: string }): readonly ChangeRef[]
  scopes(): readonly ScopeSummary[]
  /** The access with which the owner edits objects of `schemaUri` by hand. Errors: `schema_unknown`. */
  ownerAccess(schemaUri: string, via: 'renderer' | 'cli' | 'mcp' | 'internal'): StateAccess
  /** Makes the objects of the core models that are not there yet (asm.md 4.2); they can be updated, not made or deleted. */
  ensureCoreModels(first: { language: Language }): void
  /** Makes every view again from the logs, with the same result. */
  rebuild(): void
  /** Removes every object, change and schema of a capability. */
  purgeOwner(owner: string): void
  onChange(listener: (change: ChangeRef) => void): () => void
}
