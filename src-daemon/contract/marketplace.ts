import { errorViewSchema } from './errors.ts'
import { authorTrustSchema, permissionReviewSchema, permissionSentenceSchema } from './packages.ts'
import { chainRecordSchema } from './registry-chain.ts'
import { catalogueSchema, catalogueTrustSchema } from './settings.ts'
import { z } from 'zod'

export const sourceKindSchema = z.enum(['builtin', 'folder', 'indexer', 'chain'])

/** How a source answered. `cached`: it did not, and what was seen before is shown; `at` is then when that was. */
export const sourceStateSchema = z.object({
  source: z.string(),
  kind: sourceKindSchema,
  trust: catalogueTrustSchema,
  status: z.enum(['fresh', 'cached', 'failed', 'off', 'not_asked']),
  /** When it last answered; null where it never did. */
  at: z.iso.datetime().nullable(),
  /** Why it did not answer now. */
  problem: errorViewSchema.nullable(),
})
export type SourceState = z.infer<typeof sourceStateSchema>

/** A source as the owner set it, and how it last answered. Those first in the list count first. */
export const sourceViewSchema = z.object({ catalogue: catalogueSchema, state: sourceStateSchema })
export type SourceView = z.infer<typeof sourceViewSchema>

export const sourceChangeSchema = z.object({
  name: z.string().max(40),
  trust: catalogueTrustSchema.optional(),
  /** Its place in the list from then on; 0 is the first. */
  position: z.int().min(0).max(50).optional(),
})
export type SourceChange = z.infer<typeof sourceChangeSchema>

const values = z.array(z.string().max(300)).max(16)

export const marketFiltersSchema = z.object({
  tags: values.optional(),
  author_did: values.optional(),
  model_family: values.optional(),
  permissions: values.optional(),
  /** Names of sources: only these are asked. */
  sources: values.optional(),
})
export type MarketFilters = z.infer<typeof marketFiltersSchema>

export const MARKET_SORTS = ['relevance', 'name', 'newest', 'votes'] as const

export const marketSearchInputSchema = z.object({
  /** Empty lists what there is. Longer ones than 2,000 characters are refused (`index_query_too_long`). */
  query: z.string().max(2 * 1024 * 1024),
  filters: marketFiltersSchema.default({}),
  sort: z.enum(MARKET_SORTS).default('relevance'),
  limit: z.int().min(1).max(100).default(24),
  /** `nextCursor` of the page before, with the same search. */
  cursor: z.string().max(4000).nullable().default(null),
})
export type MarketSearchInput = z.infer<typeof marketSearchInputSchema>

/** Which file a source says the version is. Where two sources differ in it, the card has a `conflict`. */
export const claimSchema = z.object({
  source: z.string(),
  trust: catalogueTrustSchema,
  version: z.string(),
  cid: z.string().nullable(),
  sha256: z.string(),
  authorDid: z.string(),
  /** Why it was yanked; null where the source does not say so. */
  yanked: z.string().nullable(),
})
export type Claim = z.infer<typeof claimSchema>

/** What only the file itself tells. Present where the file was verified on this machine before. */
export const factsSchema = z.object({
  /** The riskiest first. */
  permissions: z.array(permissionSentenceSchema),
  hosts: z.array(z.string()),
  tools: z.int().nonnegative(),
  promptTokens: z.int().nonnegative(),
  /** Length of the file. */
  bytes: z.int().nonnegative(),
})
export type Facts = z.infer<typeof factsSchema>

/** A capability as it is found: its latest version, as the first source says. */
export const marketCardSchema = z.object({
  /** `did:nuwa:cap:note`, without version. */
  capUri: z.string(),
  name: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ did: z.string(), keyId: z.string(), trust: authorTrustSchema }),
  tags: z.array(z.string()),
  modelFamilies: z.array(z.string()),
  /** In words, the riskiest first: from the file where it is known, else as the source says. */
  permissions: z.array(permissionSentenceSchema),
  /** Null until the file was looked at: `marketplace.glance` does. */
  facts: factsSchema.nullable(),
  /** For minus against; null where no source says. */
  votes: z.int().nullable(),
  /** All that the sources say of it, theirs first whose words are shown. */
  claims: z.array(claimSchema),
  /** Whether sources name different authors or files for one version. Then it is not installed before one is chosen by name. */
  conflict: z.boolean(),
  installed: z.object({ version: z.string(), sha256: z.string() }).nullable(),
  /** Whether the version is higher than the installed one. */
  isUpdate: z.boolean(),
})
export type MarketCard = z.infer<typeof marketCardSchema>

const facet = z.array(z.object({ value: z.string(), count: z.int().nonnegative() }))

export const marketResultsSchema = z.object({
  cards: z.array(marketCardSchema),
  nextCursor: z.string().nullable(),
  /** How many were found; `isAll` is false where there may be more. */
  total: z.int().nonnegative(),
  isAll: z.boolean(),
  /** Values among what was found, the most frequent first. `tags` are the categories. */
  facets: z.object({
    tags: facet,
    author_did: facet,
    model_family: facet,
    permissions: facet,
    sources: facet,
  }),
  sources: z.array(sourceStateSchema),
})
export type MarketResults = z.infer<typeof marketResultsSchema>

export const VERIFICATION_STEPS = ['event', 'cid', 'sha256', 'signature', 'author'] as const

/**
 * One step of the chain from what was published to who made it. `value` is what was checked: the place on the chain, the CID, the hash, the
 * key id, the author's DID. `why` says in a sentence why it failed or was not checked; after a failed step none is checked.
 */
export const verificationStepSchema = z.object({
  step: z.enum(VERIFICATION_STEPS),
  value: z.string(),
  check: z.enum(['held', 'failed', 'not_checked']),
  why: z.string().nullable(),
  /** The stable code of the failure. */
  code: z.string().nullable(),
})
export type VerificationStep = z.infer<typeof verificationStepSchema>

export const verificationSchema = z.object({
  steps: z.array(verificationStepSchema),
  /** Whether no step failed. */
  holds: z.boolean(),
})
export type Verification = z.infer<typeof verificationSchema>

/** Where an installed file came from. */
export const provenanceSchema = z.object({
  from: z.enum(['builtin', 'folder', 'indexer', 'chain', 'cid', 'url']),
  /** Name of the source; null for a CID or an address. */
  source: z.string().nullable(),
  /** What was asked: the path of a file, the address of an index, the address the file was fetched from. */
  place: z.string(),
  sha256: z.string(),
  cid: z.string().nullable(),
  /** The record on the chain it was held against. */
  record: z
    .object({
      registry: z.string(),
      chainId: z.int(),
      contract: z.string(),
      publisher: z.string(),
      publishedAt: z.iso.datetime(),
      /** Where the event stands; null where the node does not tell. */
      tx: z.string().nullable(),
      block: z.int().nullable(),
    })
    .nullable(),
  at: z.iso.datetime(),
})
export type Provenance = z.infer<typeof provenanceSchema>

export const marketVersionSchema = z.object({
  version: z.string(),
  cid: z.string().nullable(),
  sha256: z.string(),
  authorDid: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  yanked: z.string().nullable(),
  /** Who says so: `chain` is the record itself. */
  saidBy: z.array(z.object({ source: z.string(), by: z.enum(['chain', 'index', 'file']) })),
  /** Whether they say different things. */
  conflict: z.boolean(),
  isInstalled: z.boolean(),
})
export type MarketVersion = z.infer<typeof marketVersionSchema>

/** What is in a verified file, for a person to read. */
export const marketFileSchema = z.object({
  review: permissionReviewSchema,
  facts: factsSchema,
  prompt: z.string(),
  examples: z.array(z.string()),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  schemaUri: z.string(),
  schema: z.record(z.string(), z.unknown()),
  homepage: z.string().nullable(),
  license: z.string().nullable(),
})
export type MarketFile = z.infer<typeof marketFileSchema>

export const marketDetailInputSchema = z.object({
  /** With `@version`, or without for the latest. A name alone stands for its URI. */
  capUri: z.string().max(400),
  /** Whose word counts; the first source that has it unless told. */
  source: z.string().max(40).optional(),
})
export type MarketDetailInput = z.infer<typeof marketDetailInputSchema>

export const marketDetailSchema = z.object({
  card: marketCardSchema,
  /** The highest first. */
  versions: z.array(marketVersionSchema),
  /** What the chains say of the version shown; `record` is null where there is none. */
  chain: z.array(
    z.object({
      source: z.string(),
      registry: z.string(),
      record: chainRecordSchema.nullable(),
      votes: z.object({ up: z.int(), down: z.int() }).nullable(),
      /** When this was read. */
      at: z.iso.datetime().nullable(),
      problem: errorViewSchema.nullable(),
    }),
  ),
  verification: verificationSchema,
  /** Null where the file could not be had, or a step failed; `problem` says why. */
  file: marketFileSchema.nullable(),
  problem: errorViewSchema.nullable(),
  sources: z.array(sourceStateSchema),
})
export type MarketDetail = z.infer<typeof marketDetailSchema>

/** What is to be installed. `link` is what a `satchel://install?…` link asks for, and is read by `marketplace.readLink`. */
export const marketWantedSchema = z.discriminatedUnion('kind', [
  marketDetailInputSchema.extend({ kind: z.literal('capability') }),
  z.object({ kind: z.literal('cid'), cid: z.string().max(200) }),
  z.object({ kind: z.literal('url'), url: z.string().max(2000) }),
])
export type MarketWanted = z.infer<typeof marketWantedSchema>

/** A file that was fetched and verified, and waits for the user's word. */
export const marketReviewSchema = z.object({
  /** For `packages.install`, as `{kind: 'candidate', id}`. Good until the daemon ends, or many others were looked at. */
  candidate: z.string(),
  review: permissionReviewSchema,
  verification: verificationSchema,
  provenance: provenanceSchema,
  /** What speaks against it, in sentences; where there is any, the install must say `acceptSource`. */
  cautions: z.array(
    z.object({
      code: z.enum([
        'source_not_trusted',
        'record_not_checked',
        'from_cache',
        'yanked',
        'conflict',
        'unlisted',
      ]),
      text: z.string(),
    }),
  ),
})
export type MarketReview = z.infer<typeof marketReviewSchema>

const reviewStepSchema = z.object({
  /** In this order. Nothing is to be found where a CID or an address is given. */
  step: z.enum(['find', 'fetch', 'verify', 'read']),
  /** Bytes of the file that are here; null before the first. */
  fetched: z.int().nonnegative().nullable(),
})
export type ReviewStep = z.infer<typeof reviewStepSchema>

/** A review as it goes on: the step it is at, each time that changes, and what it comes to at last. */
export const reviewEventSchema = z.discriminatedUnion('kind', [
  reviewStepSchema.extend({ kind: z.literal('step') }),
  z.object({ kind: z.literal('reviewed'), market: marketReviewSchema }),
])
export type ReviewEvent = z.infer<typeof reviewEventSchema>

/** An installed capability of which a source has something newer, or that was yanked. */
export const marketUpdateSchema = z.object({
  name: z.string(),
  capUri: z.string(),
  title: z.string(),
  installed: z.object({ version: z.string(), sha256: z.string() }),
  /** The version to update to; null where there is none. */
  offered: z
    .object({ version: z.string(), source: z.string(), sha256: z.string(), cid: z.string().nullable() })
    .nullable(),
  /** Why the installed version was yanked, by whose word; null where nobody says so. */
  yanked: z.object({ reason: z.string(), source: z.string() }).nullable(),
  foundAt: z.iso.datetime(),
})
export type MarketUpdate = z.infer<typeof marketUpdateSchema>

export const marketUpdatesSchema = z.object({
  updates: z.array(marketUpdateSchema),
  /** When the sources were last asked; null before the first time. */
  checkedAt: z.iso.datetime().nullable(),
  /** When they will be asked next; null where that is switched off. */
  nextCheck: z.iso.datetime().nullable(),
  sources: z.array(sourceStateSchema),
})
export type MarketUpdates = z.infer<typeof marketUpdatesSchema>

export const glanceInputSchema = z.object({
  cards: z.array(z.object({ cid: z.string().max(200), sha256: z.string().regex(/^[0-9a-f]{64}$/) })).max(30),
})

export const glancesSchema = z.array(
  z.object({ sha256: z.string(), facts: factsSchema.nullable(), problem: errorViewSchema.nullable() }),
)
export type Glance = z.infer<typeof glancesSchema>[number]
