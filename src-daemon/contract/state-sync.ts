import { z } from 'zod'

/** The result of importing a change set. Importing it again, or in another order, changes nothing. */
export const importReportSchema = z.object({
  /** Changes in the file; new ones; already known ones; ones waiting for changes that aren't here yet. */
  changes: z.int(),
  applied: z.int(),
  known: z.int(),
  waiting: z.int(),
  /** Objects whose view changed; of these, those that no longer fit their schema, and those with concurrent values. */
  objects: z.int(),
  invalid: z.int(),
  conflicts: z.int(),
  /** Schemas in the file that weren't here. */
  schemas: z.array(z.string()),
  scopes: z.array(z.string()),
  /** Schemas that aren't here, which changes wait for: of this file, or of earlier ones. */
  missing: z.array(z.string()),
})
export type ImportReport = z.infer<typeof importReportSchema>

/** What importing a file would do, determined by importing it and rolling back. */
export const importPlanSchema = importReportSchema.extend({
  /** DID of the owner's key when the file was written. */
  sender: z.string(),
  /** The objects that would change, at most 200. */
  touched: z.array(
    z.object({
      schemaUri: z.string(),
      id: z.string(),
      title: z.string(),
      outcome: z.enum(['created', 'changed', 'deleted']),
      conflict: z.boolean(),
      invalid: z.boolean(),
    }),
  ),
})
export type ImportPlan = z.infer<typeof importPlanSchema>

export const exportReportSchema = z.object({
  changes: z.int(),
  bytes: z.int(),
  scopes: z.array(z.string()),
})
export type ExportReport = z.infer<typeof exportReportSchema>

/** Whether the views match the logs. */
export const viewCheckSchema = z.object({
  ok: z.boolean(),
  schemas: z.int(),
  objects: z.int(),
  changes: z.int(),
  /** At most 100. */
  differences: z.array(
    z.object({
      schemaUri: z.string(),
      objectId: z.string(),
      problem: z.enum(['missing', 'extra', 'different']),
    }),
  ),
})
export type ViewCheck = z.infer<typeof viewCheckSchema>

/**
 * A former name of this device: the data was copied, moved or restored (`from`: where it was), or
 * another device turned out to have the same name.
 */
export const formerNameSchema = z.object({
  name: z.string(),
  reason: z.enum(['copied', 'shared']),
  /** ISO 8601. */
  until: z.string(),
  from: z.string().nullable(),
})
export type FormerName = z.infer<typeof formerNameSchema>
