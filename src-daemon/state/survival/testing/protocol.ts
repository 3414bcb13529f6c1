import { z } from 'zod'

/** A writer's order, as one line of JSON. */
export const writerOrderSchema = z.object({
  /** The database. */
  path: z.string(),
  seed: z.int(),
  /** Change sets it may import. */
  imports: z.array(z.string()),
  /** Existing objects. */
  alive: z.array(z.string()),
  /** Whether it edits texts and lists: that needs Automerge, which takes longer to load than most writers live. */
  edits: z.boolean(),
})
export type WriterOrder = z.infer<typeof writerOrderSchema>

/** The writer's output, one JSON value a line. */
export type WriterLine =
  | { readonly ready: true }
  /** Objects the next step changes. */
  | { readonly trying: readonly string[] }
  /** `version` null: deleted. */
  | { readonly saved: readonly { readonly id: string; readonly version: string | null }[] }
  /** Path of a change set. */
  | { readonly imported: string }
