import { z } from 'zod'
import { errorViewSchema } from './errors.ts'

/** Something that happened to the data and wants looking after. */
export const dataNoticeSchema = z.discriminatedUnion('kind', [
  /** The check found damage that it could not mend. */
  z.object({ kind: z.literal('damage'), count: z.int() }),
  /** A salvage could not save everything. */
  z.object({ kind: z.literal('salvage') }),
  z.object({ kind: z.literal('backup_failed'), problem: errorViewSchema }),
  /** There was no backup for more than two days. */
  z.object({ kind: z.literal('backup_overdue') }),
  /** The check found damage, and mended it. */
  z.object({ kind: z.literal('mended'), count: z.int() }),
])
export type DataNotice = z.infer<typeof dataNoticeSchema>

export const noticeKindSchema = z.enum(['damage', 'salvage', 'backup_failed', 'backup_overdue', 'mended'])
export type NoticeKind = z.infer<typeof noticeKindSchema>
