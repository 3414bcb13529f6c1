import { z } from 'zod'

const salvagedObjectSchema = z.object({ schemaUri: z.string(), objectId: z.string() })
export type SalvagedObject = z.infer<typeof salvagedObjectSchema>

/** What was salvaged from a damaged database, and what was lost. */
export const salvageReportSchema = z.object({
  at: z.iso.datetime(),
  /** The damaged database: where it was kept, or where it still is. */
  original: z.string(),
  pages: z.int(),
  /** Numbers of pages that can't be read. */
  unreadablePages: z.array(z.int()),
  changes: z.object({
    kept: z.int(),
    /** Missing changes; of these, changes that were there but don't match their hash. Also those whose hash
     * can't be checked because the change before is lost: what they say becomes a change of this device. */
    lost: z.int(),
    wrong: z.int(),
    /** When the last kept one was made. */
    last: z.iso.datetime().optional(),
    /** The end of the log can't be read: any number of later changes may be missing without being counted or listed. */
    openEnd: z.boolean().optional(),
  }),
  /** Objects in the new database. */
  objects: z.int(),
  /** Objects that lost changes and keep the values of their stored copy. */
  fromCopies: z.array(salvagedObjectSchema),
  /** Objects that lost changes and have no readable copy: gone, or rebuilt as far as the log goes. */
  incomplete: z.array(salvagedObjectSchema),
  /** Kinds of objects whose schema is lost. */
  lostSchemas: z.array(z.string()),
  /** Tables with damage. */
  tables: z.array(
    z.object({
      name: z.string(),
      /** Rows in the new database; of these, rows that came back from copies, indexes or views. */
      kept: z.int(),
      restored: z.int().default(0),
      /** Damaged rows that were left out. */
      refused: z.int(),
      /** A part couldn't be read. */
      broken: z.boolean(),
    }),
  ),
})
export type SalvageReport = z.infer<typeof salvageReportSchema>

/** A salvage that was done: where its report is, and what it says. */
export const pastSalvageSchema = z.object({ path: z.string(), report: salvageReportSchema })
export type PastSalvage = z.infer<typeof pastSalvageSchema>

/** The progress of a salvage. */
export const salvageStepSchema = z.enum(['reading', 'log', 'objects', 'checking'])
export type SalvageStep = z.infer<typeof salvageStepSchema>

/** The destination: replace the damaged database, a new directory, or none, to preview the result. */
export const salvageRequestSchema = z.discriminatedUnion('to', [
  z.object({ to: z.literal('place') }),
  z.object({ to: z.literal('nowhere') }),
  z.object({ to: z.literal('directory'), directory: z.string().min(1).max(4096) }),
])
export type SalvageRequest = z.infer<typeof salvageRequestSchema>

export const salvageResultSchema = z.object({
  report: salvageReportSchema,
  /** Where the damaged database is kept; null if it is still in its place. */
  kept: z.string().nullable(),
  /** Where the report is. */
  written: z.string().nullable(),
})
export type SalvageResult = z.infer<typeof salvageResultSchema>
