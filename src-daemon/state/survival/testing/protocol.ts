import { z } from 'zod'

export const TEST_OWNER = 'did:key:zTest'

/** What a writer is told, as one line of JSON. */
export const writerOrderSchema = z.object({
  /** The database. */
  path: z.string(),
  seed: z.int(),
  /** Change sets it may take in. */
  imports: z.array(z.string()),
  /** Objects that are there. */
  alive: z.array(z.string()),
  /** Whether it edits texts and lists: that needs Automerge, which takes longer to load than most writers live. */
  edits: z.boolean(),
})
export type WriterOrder = z.infer<typeof writerOrderSchema>

/** What the writer says, one JSON value a line. */
export type WriterLine =
  | { readonly ready: true }
  /** Objects the next step changes. */
  | { readonly trying: readonly string[] }
  /** `version` null: deleted. */
  | { readonly saved: readonly { readonly id: string; readonly version: string | null }[] }
  /** Path of a change set. */
  | { readonly imported: string }
