import { z } from 'zod'
import { errorViewSchema } from './errors.ts'

/** Why a backup was made: every day, by hand, or before an update changed the format of the data. */
export const backupReasonSchema = z.enum(['daily', 'manual', 'update'])
export type BackupReason = z.infer<typeof backupReasonSchema>

export const backupSchema = z.object({
  /** Name of its database file. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  reason: backupReasonSchema,
  /** Of the database. */
  bytes: z.int(),
  encrypted: z.boolean(),
  /** When it was last opened and found intact; null for one that an update kept and that wasn't checked yet. */
  checkedAt: z.iso.datetime().nullable(),
})
export type Backup = z.infer<typeof backupSchema>

export const backupListSchema = z.object({
  /** Whether one is made every day. */
  enabled: z.boolean(),
  folder: z.string(),
  /** Newest first. */
  backups: z.array(backupSchema),
  /** Why the last one could not be made; null if it was. */
  problem: errorViewSchema.nullable(),
  /** There was none for more than two days, although one is to be made every day. */
  overdue: z.boolean(),
})
export type BackupList = z.infer<typeof backupListSchema>

/** What a database holds. */
export const dataContentsSchema = z.object({
  objects: z.int(),
  conversations: z.int(),
  packages: z.int(),
  skills: z.int(),
  /** Of its last change or message; null if there is none. */
  lastChangeAt: z.iso.datetime().nullable(),
})
export type DataContents = z.infer<typeof dataContentsSchema>

/** What a restore would do. */
export const rehearsalSchema = z.object({
  backup: backupSchema,
  holds: dataContentsSchema,
  /** The current data, which would be set aside; null if it can't be read. */
  present: dataContentsSchema.nullable(),
  /** Changes and messages made since the backup, which would only be in the data that is set aside. */
  since: z.object({ changes: z.int(), messages: z.int() }).nullable(),
})
export type Rehearsal = z.infer<typeof rehearsalSchema>

export const restoredSchema = z.object({
  /** Where the previous data is kept. */
  kept: z.array(z.string()),
})
export type Restored = z.infer<typeof restoredSchema>

/** What is in an exported assistant, and what an import would set aside. */
export const importPlanSchema = z.object({
  createdAt: z.iso.datetime(),
  withKeys: z.boolean(),
  ownerDid: z.string().nullable(),
  holds: dataContentsSchema,
  present: dataContentsSchema.nullable(),
})
export type ImportPlan = z.infer<typeof importPlanSchema>

export const importedSchema = restoredSchema.extend({
  /** Why its keys couldn't be restored; null if they were, or if it contains none. */
  keysProblem: errorViewSchema.nullable(),
  /** A key backup with the passphrase of the export, which holds its keys if they couldn't be restored. */
  keysAt: z.string().nullable(),
})
export type Imported = z.infer<typeof importedSchema>
