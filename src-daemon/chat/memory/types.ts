import { z } from 'zod'

/** Something the user wants to be remembered, in their own words. */
export const factSchema = z.object({
  key: z.string(),
  value: z.string(),
  createdAt: z.iso.datetime(),
  /** Where it was said; null for what was written on the Memory page, and for what came from elsewhere without a place. */
  source: z.object({ conversationId: z.string(), turnId: z.string() }).nullable(),
  /** When it leaves by itself (asm.md 7.2). Editing it begins its time anew. */
  leavesAt: z.iso.datetime(),
})
export type Fact = z.infer<typeof factSchema>

/** A fact is a sentence or two; in UTF-16 units. */
export const LONGEST_FACT = 500

/** What is remembered about the user: the MemoryStore core model (asm.md 4.2), which the user owns like any other state. */
export interface MemoryService {
  /** Newest first. */
  facts(): readonly Fact[]
  /** The same words twice are one fact. Errors: `invalid_request`, `memory_full`. */
  remember(input: { value: string; source: Fact['source'] }): Fact
  /** Errors: `fact_not_found`, `invalid_request`. */
  edit(input: { key: string; value: string }): Fact
  /** It is in no prompt from then on; its history stays in State until that is purged. Errors: `fact_not_found`. */
  forget(key: string): void
  /**
   * What of it matters to a message, the most fitting first, within `budget` tokens. `all`: what does not match it too, as far
   * as there is room.
   */
  relevant(input: { text: string; budget: number; all: boolean }): readonly Fact[]
}
