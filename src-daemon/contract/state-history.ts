import { z } from 'zod'

/**
 * A difference in one field between two versions of an object. `path` leads to `before` in the older version and to
 * `after` in the newer one, also within sets, logs and lists; `''` is the whole object, which was deleted or restored.
 */
export const fieldDifferenceSchema = z.object({
  /** JSON pointer. */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type FieldDifference = z.infer<typeof fieldDifferenceSchema>

/** What to undo: one change, a turn, or everything a capability did (in a scope, or everywhere). */
export const revertTargetSchema = z.union([
  z.strictObject({ change: z.string() }),
  z.strictObject({ turnId: z.string() }),
  z.strictObject({ capability: z.string(), scope: z.string().optional() }),
])
export type RevertTarget = z.infer<typeof revertTargetSchema>

/** Why something isn't undone. */
export const keptReasonSchema = z.enum(['changed_later', 'purged', 'invalid', 'append_only', 'core_model'])
export type KeptReason = z.infer<typeof keptReasonSchema>

/** What a revert did, or would do, to one object. */
export const revertedObjectSchema = z.object({
  schemaUri: z.string(),
  scope: z.string(),
  objectId: z.string(),
  /** Its title as it is now, or was before it was deleted; empty if it has none. */
  title: z.string(),
  /** `kept`: nothing of it could be undone, `reason` says why; `unchanged`: there was nothing to undo. */
  outcome: z.enum(['updated', 'deleted', 'revived', 'unchanged', 'kept']),
  reason: keptReasonSchema.nullable(),
  /** Fields (JSON pointers) that stay as they are although the undone change had touched them. */
  kept: z.array(z.object({ path: z.string(), reason: keptReasonSchema })),
  differences: z.array(fieldDifferenceSchema),
  /** Hash of the new change; null in a dry run and if nothing was done. */
  change: z.string().nullable(),
})
export type RevertedObject = z.infer<typeof revertedObjectSchema>

export const revertReportSchema = z.object({ dryRun: z.boolean(), objects: z.array(revertedObjectSchema) })
export type RevertReport = z.infer<typeof revertReportSchema>
