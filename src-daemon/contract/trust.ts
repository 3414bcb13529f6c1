/** Signed lists that people follow: what to keep away from, whom to trust, and collections of packages. */
import { z } from 'zod'
import { errorViewSchema } from './errors.ts'
import { marketCardSchema, sourceStateSchema } from './marketplace.ts'

/** The owner's name for a list. */
export const trustListNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u)

/** The address of a list or of the folder it is in, or a path on this computer. */
export const trustPlaceSchema = z.string().trim().min(1).max(1000)

const countsSchema = z.object({
  blocked: z.int().nonnegative(),
  recommended: z.int().nonnegative(),
  collections: z.int().nonnegative(),
})

/** A list as its publisher describes it, cleaned. */
const describedSchema = z.object({
  /** The publisher, whose signature it has. */
  did: z.string(),
  /** What the publisher calls it. */
  title: z.string(),
  description: z.string(),
  /** Where reports go: `mailto:` or https; null if the publisher gives none. */
  contact: z.string().nullable(),
  /** When it was signed. */
  time: z.iso.datetime(),
  /** When its publisher promised to have signed again; null for no promise. */
  validUntil: z.iso.datetime().nullable(),
  counts: countsSchema,
})

/** A list before it is followed: following it pins its publisher. */
export const foundTrustListSchema = describedSchema
export type FoundTrustList = z.infer<typeof foundTrustListSchema>

/** A list that the owner follows. */
export const trustListViewSchema = describedSchema.extend({
  name: z.string(),
  place: z.string(),
  /** When its place last gave it. */
  checkedAt: z.iso.datetime(),
  /** Why what its place gave last was refused, or that the list is overdue; what was taken before stays in use. */
  problem: errorViewSchema.nullable(),
})
export type TrustListView = z.infer<typeof trustListViewSchema>

export const blockedEntrySchema = z.object({
  /** The package's name. */
  package: z.string(),
  author: z.string(),
  /** A range of versions; null with `sha256`, and for all of them. */
  versions: z.string().nullable(),
  sha256: z.string().nullable(),
  reason: z.string(),
})

export const recommendedEntrySchema = z.object({
  author: z.string(),
  /** What the list calls them; unproven. */
  name: z.string(),
  reason: z.string(),
})

export const collectionSummarySchema = z.object({
  /** The owner's name for the list that has it. */
  list: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  packages: z.int().nonnegative(),
})
export type CollectionSummary = z.infer<typeof collectionSummarySchema>

/** All that a list says. */
export const trustListContentsSchema = trustListViewSchema.extend({
  blocked: z.array(blockedEntrySchema),
  recommended: z.array(recommendedEntrySchema),
  collections: z.array(collectionSummarySchema),
})
export type TrustListContents = z.infer<typeof trustListContentsSchema>

/** What became of a list that was asked for again. */
export const trustUpdateSchema = z.object({
  name: z.string(),
  outcome: z.enum(['changed', 'same', 'failed']),
  problem: errorViewSchema.nullable(),
})
export type TrustUpdate = z.infer<typeof trustUpdateSchema>

/** A package of a collection. */
export const collectionEntrySchema = z.object({
  package: z.string(),
  author: z.string(),
  versions: z.string().nullable(),
  /** What the list says of it. */
  note: z.string(),
  /** The version to look at, as a URI; null if no source has one that fits. */
  capUri: z.string().nullable(),
  card: marketCardSchema.nullable(),
  /** Why there is none: no source has the name, has it from that author, or has a version in the range. */
  lack: z.enum(['not_found', 'other_author', 'other_version']).nullable(),
})
export type CollectionEntry = z.infer<typeof collectionEntrySchema>

export const collectionInputSchema = z.object({
  list: z.string().max(60),
  id: z.string().max(40),
  /** The place of the first entry wanted. */
  from: z.int().nonnegative().max(1000).default(0),
})
export type CollectionInput = z.infer<typeof collectionInputSchema>

export const collectionPageSchema = collectionSummarySchema.extend({
  entries: z.array(collectionEntrySchema),
  /** The place of the first entry of the next page; null on the last. */
  next: z.int().nullable(),
  sources: z.array(sourceStateSchema),
})
export type CollectionPage = z.infer<typeof collectionPageSchema>
