import { z } from 'zod'

/** A fact the user wants to be remembered, in their own words. */
export const factSchema = z.object({
  key: z.string(),
  value: z.string(),
  createdAt: z.iso.datetime(),
  /** Where it was said; null if it was written on the Memory page, or came from elsewhere without a place. */
  source: z.object({ conversationId: z.string(), turnId: z.string() }).nullable(),
  /** From 0 to 1; using it raises it. */
  importance: z.number(),
  /** When it expires unless it is used or edited (asm.md 7.2); null for one that stays until it is forgotten. */
  leavesAt: z.iso.datetime().nullable(),
})
export type Fact = z.infer<typeof factSchema>

/** A fact is a sentence or two; in UTF-16 units. */
export const LONGEST_FACT = 500
