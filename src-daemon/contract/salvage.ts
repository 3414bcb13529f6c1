import { z } from 'zod'

const salvagedObjectSchema = z.object({ schemaUri: z.string(), objectId: z.string() })
export type SalvagedObject = z.infer<typeof salvagedObjectSchema>

/** What was salvaged from a damaged database, and what could not be. */
export const salvageReportSchema = z.object({
  at: z.iso.datetime(),
  /** The damaged database: where it was kept, or where it still is. */
  original: z.string(),
  pages: z.int(),
  /** Numbers of pages that can't be read. */
  unreadablePages: z.array(z.int()),
  changes: z.object({
    kept: z.int(),
    /** Of these, changes whose hash could not be checked, because the change before it is lost. */
    unchecked: z.int(),
    /** Missing; of these, changes that were there and are not what their hash says. */
    lost: z.int(),
    wrong: z.int(),
  }),
  /** Objects that are there. */
  objects: z.int(),
  /** Objects of which changes are lost, and which read as their stored copy said. */
  fromCopies: z.array(salvagedObjectSchema),
  /** Objects of which changes are lost and no copy could be read: gone, or as far as the log has them. */
  incomplete: z.array(salvagedObjectSchema),
  /** Kinds of objects whose schema is lost. */
  lostSchemas: z.array(z.string()),
  /** Of conversations, packages, settings and the like; `broken`: a part could not be read. Only tables that lost something. */
  tables: z.array(z.object({ name: z.string(), kept: z.int(), refused: z.int(), broken: z.boolean() })),
})
export type SalvageReport = z.infer<typeof salvageReportSchema>

/** A salvage that was done: where its report is, and what it says. */
export const pastSalvageSchema = z.object({ path: z.string(), report: salvageReportSchema })
export type PastSalvage = z.infer<typeof pastSalvageSchema>

/** How far a salvage is. */
export const salvageStepSchema = z.enum(['reading', 'log', 'objects', 'checking'])
export type SalvageStep = z.infer<typeof salvageStepSchema>

/** Where to: in the place of the damaged database, into a new directory, or nowhere, to see what it would give. */
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
