import { z } from 'zod'

/** An object found by a search over everything. */
export const searchHitSchema = z.object({
  schemaUri: z.string(),
  scope: z.string(),
  owner: z.string(),
  id: z.string(),
  /** Empty if it has none. */
  title: z.string(),
  /** The text around the first words found, in pieces; the found words are `hit`. Empty if only the title matches. */
  snippet: z.array(z.object({ text: z.string(), hit: z.boolean() })),
  updatedAt: z.iso.datetime(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const searchResultSchema = z.object({
  /** Those with all words in their title first, then the others; the newest first. */
  hits: z.array(searchHitSchema),
  /** Number of objects found, including those beyond the limit. */
  found: z.int(),
  /** False if searching everything would have taken too long. */
  complete: z.boolean(),
})
export type SearchResult = z.infer<typeof searchResultSchema>

/** A text in an object that is the id of another object. */
export const objectLinkSchema = z.object({
  /** JSON pointer of the text. */
  pointer: z.string(),
  schemaUri: z.string(),
  id: z.string(),
  title: z.string(),
})
export type ObjectLink = z.infer<typeof objectLinkSchema>
