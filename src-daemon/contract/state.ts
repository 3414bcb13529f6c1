import { revertTargetSchema } from './state-history.ts'
import { z } from 'zod'

/** Who made a change, and in which turn and tool call (asm.md 9.1). */
export const changeOriginSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('owner'),
    via: z.enum(['renderer', 'cli', 'mcp', 'internal']),
    /** What this change undid (asm.md 9.1). */
    reverts: revertTargetSchema.optional(),
  }),
  z.object({
    kind: z.literal('capability'),
    /** `did:nuwa:cap:note` */
    capability: z.string(),
    version: z.string(),
    packageSha256: z.string(),
    conversationId: z.string().nullable(),
    turnId: z.string().nullable(),
    callId: z.string().nullable(),
    /** Its arguments came from what third parties wrote, or may have; absent where they are the owner's. */
    integrity: z.literal('foreign').optional(),
    /** Whose of the owner's its arguments may have, beside the capability's own (`acp:note`, `mcp:mail`); absent where they have none. */
    keepers: z.array(z.string()).min(1).max(100).readonly().optional(),
  }),
  /** Another agent, with an authorization that the owner gave it. */
  z.object({ kind: z.literal('agent'), did: z.string() }),
  z.object({ kind: z.literal('system'), reason: z.string() }),
])
export type ChangeOrigin = z.infer<typeof changeOriginSchema>

/** A change as shown in the history: what one `state.*` call did to one scope. */
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
  /** Its content was purged (asm.md 7.4); that it was made is still known. */
  purged: z.boolean(),
})
export type ChangeRecord = z.infer<typeof changeRecordSchema>

/**
 * Any JSON object, passed on unchanged: copying it would drop a member `__proto__`, which has to be refused when
 * stored.
 */
export const jsonObjectSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object is expected',
)
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
  /** JSON pointer of a field to all its concurrent values; the object holds one of them (asm.md 2). */
  conflicts: z.record(z.string(), z.array(z.unknown())).optional(),
  /** Why a merged object no longer fits its schema (asm.md 2). */
  invalid: z.string().optional(),
  /** When it expires (asm.md 7.1). */
  expiresAt: z.iso.datetime().optional(),
  /** Only in an earlier version: the change deleted it softly. */
  deleted: z.boolean().optional(),
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

/** How objects of a schema are shown to a person: as declared by `x-title`, `x-summary` and `x-view`, else guessed. */
export const presentationSchema = z.object({
  view: z.enum(['note', 'tasks', 'cards', 'table']),
  /** Names of properties; null if there is no suitable one. */
  title: z.string().nullable(),
  summary: z.string().nullable(),
  /** The day or moment an object is about. */
  date: z.string().nullable(),
  /** The property that says whether a task is done, its value when it is, and when it isn't. */
  done: z
    .object({
      field: z.string(),
      yes: z.union([z.boolean(), z.string()]),
      no: z.union([z.boolean(), z.string()]),
    })
    .nullable(),
})
export type Presentation = z.infer<typeof presentationSchema>

/** Who may use the objects of a schema besides its owner (asm.md 8). */
export const visibilitySchema = z.enum(['private', 'shared', 'public'])
export type Visibility = z.infer<typeof visibilitySchema>

export const scopeSummarySchema = z.object({
  scope: z.string(),
  owner: z.string(),
  title: z.string(),
  schemas: z.array(
    z.object({
      schemaUri: z.string(),
      title: z.string(),
      schema: jsonObjectSchema,
      presentation: presentationSchema,
      visibility: visibilitySchema,
      count: z.int(),
      bytes: z.int(),
      /** Objects with concurrent values, and objects that don't fit the schema. */
      conflicts: z.int(),
      invalid: z.int(),
    }),
  ),
})
export type ScopeSummary = z.infer<typeof scopeSummarySchema>

/** An ASM-QL query (asm.md 6). Unknown members are passed on: the daemon refuses them and suggests the one that was meant. */
export const asmQuerySchema = z.looseObject({
  select: z.array(z.string()).optional(),
  from: z.string().optional(),
  where: jsonObjectSchema.optional(),
  order: z
    .array(z.looseObject({ field: z.string(), direction: z.enum(['asc', 'desc']).default('asc') }))
    .optional(),
  limit: z.int().min(1).max(1000).optional(),
  cursor: z.string().optional(),
  explain: z.boolean().optional(),
  /** Our extension: what to group by, what to count or sum per group, and the time zone of days. */
  group: z.array(z.union([z.string(), jsonObjectSchema])).optional(),
  aggregate: jsonObjectSchema.optional(),
  timezone: z.string().optional(),
})
export type AsmQuery = z.infer<typeof asmQuerySchema>

/** A group of a query with `group` or `aggregate`: the values its objects share, and its results. */
export type StateGroup = JsonRecord

/** How a query was executed, and what it cost. */
export const queryExplanationSchema = z.object({
  /** One line per step, as reported by the database. */
  plan: z.array(z.string()),
  /** Fields whose index was used. */
  indexes: z.array(z.string()),
  rowsRead: z.int(),
  milliseconds: z.number(),
  /** Limits of one query. */
  budget: z.object({ rows: z.int(), milliseconds: z.int() }),
  /** Fields for which `x-index: true` would help, judging by past queries. */
  suggestions: z.array(z.string()),
})
export type QueryExplanation = z.infer<typeof queryExplanationSchema>

/** The number of matching objects; `exact` is false if an exact count would have cost too much. */
export const countResultSchema = z.object({ count: z.int(), exact: z.boolean() })
export type CountResult = z.infer<typeof countResultSchema>
