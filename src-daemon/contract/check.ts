import { z } from 'zod'

/** Damage found in the database. */
const checkFindingSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum(['page', 'table', 'change', 'object']),
  /** Number of the page, name of the table and SQLite's words, position of the change, or schema and id of the object. */
  what: z.string(),
  /** The change log was intact, and it was rebuilt from there. */
  mended: z.boolean(),
})
export type CheckFinding = z.infer<typeof checkFindingSchema>

export const checkCursorSchema = z.object({
  stage: z.enum(['pages', 'tables', 'changes', 'objects']),
  /** Where to continue: the name of a table or the URI of a schema, and a number in it. */
  name: z.string(),
  after: z.int(),
})
export type CheckCursor = z.infer<typeof checkCursorSchema>

/** The progress of the database check. */
export const checkStatusSchema = z.object({
  /** When this pass began; null before the first one. */
  startedAt: z.iso.datetime().nullable(),
  /** When the last pass was complete; null if none was. */
  finishedAt: z.iso.datetime().nullable(),
  /** The position of this pass; null between two passes. */
  cursor: checkCursorSchema.nullable(),
  /** At most 100, of this pass and the last. */
  findings: z.array(checkFindingSchema),
})
export type CheckStatus = z.infer<typeof checkStatusSchema>
