/** Conversations out of Satchel, and in. */
import { z } from 'zod'

export const exportFormatSchema = z.enum(['markdown', 'html', 'json'])
export type ExportFormat = z.infer<typeof exportFormatSchema>

/** A conversation as a file to keep. */
export const exportedFileSchema = z.object({ name: z.string(), mediaType: z.string(), content: z.string() })
export type ExportedFile = z.infer<typeof exportedFileSchema>

/** What became of conversations to import, in numbers of conversations; `messages` are those of the imported ones. */
export const importReportSchema = z.object({
  imported: z.int().nonnegative(),
  messages: z.int().nonnegative(),
  /** They were here already. */
  known: z.int().nonnegative(),
  /** No known program wrote them, or nothing is said in them. */
  unreadable: z.int().nonnegative(),
  /** Imported without messages, or ends of messages, beyond a limit. */
  cut: z.int().nonnegative(),
})
export type ImportReport = z.infer<typeof importReportSchema>
