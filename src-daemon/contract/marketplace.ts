import { advisorySchema, recommendationSchema } from './advisories.ts'
import { errorViewSchema } from './errors.ts'
import {
  authorTrustSchema,
  packagePictureSchema,
  permissionReviewSchema,
  permissionSentenceSchema,
} from './packages.ts'
import { chainRecordSchema } from './registry-chain.ts'
import { catalogueSchema, catalogueTrustSchema } from './settings.ts'
import { z } from 'zod'

export const sourceKindSchema = z.enum(['builtin', 'folder', 'static', 'indexer', 'chain'])

/** How a source answered. `cached`: it didn't, and earlier data is shown; `at` is then the time of that data. */
export const sourceStateSchema = z.object({
  source: z.string(),
  kind: sourceKindSchema,
  trust: catalogueTrustSchema,
  status: z.enum(['fresh', 'cached', 'failed', 'off', 'not_asked']),
  /** When it last answered; null if never. */
  at: z.iso.datetime().nullable(),
  /** Why it didn't answer. */
  problem: errorViewSchema.nullable(),
})
export type SourceState = z.infer<typeof sourceStateSchema>

/** A source whose packages a publisher vouches for: what comes with Satchel, and static registries. */
export const sourceAboutSchema = z.object({
  /** The DID of the publisher, to which the source is pinned. */
  publisher: z.string(),
  /** Null until its list was read. */
  packages: z.int().nonnegative().nullable(),
  /** When its list was signed; null if it isn't known, or if each package is signed by itself. */
  time: z.iso.datetime().nullable(),
})
export type SourceAbout = z.infer<typeof sourceAboutSchema>

/** A source as configured, and how it last answered. Earlier ones in the list take precedence. */
export const sourceViewSchema = z.object({
  catalogue: catalogueSchema,
  state: sourceStateSchema,
  /** Null for sources without a publisher. */
  about: sourceAboutSchema.nullable(),
})
export type SourceView = z.infer<typeof sourceViewSchema>

/** A static registry before it is added: who signed it, and what it has. */
export const staticRegistrySchema = z.object({
  did: z.string(),
  /** When its list was signed. */
  time: z.iso.datetime(),
  packages: z.int().nonnegative(),
})
export type StaticRegistry = z.infer<typeof staticRegistrySchema>

export const sourceChangeSchema = z.object({
  name: z.string().max(40),
  trust: catalogueTrustSchema.optional(),
  /** Its new place in the list; 0 is the first. */
  position: z.int().min(0).max(50).optional(),
})
export type SourceChange = z.infer<typeof sourceChangeSchema>

const values = z.array(z.string().max(300)).max(16)

export const marketFiltersSchema = z.object({
  tags: values.optional(),
  author_did: values.optional(),
  model_family: values.optional(),
  permissions: values.optional(),
  /** Names of sources to search; others are skipped. */
  sources: values.optional(),
})
export type MarketFilters = z.infer<typeof marketFiltersSchema>

export const MARKET_SORTS = ['relevance', 'name', 'newest', 'votes'] as const

export const marketSearchInputSchema = z.object({
  /** An empty query lists everything. Over 2,000 characters, it is refused (`index_query_too_long`). */
  query: z.string().max(2 * 1024 * 1024),
  filters: marketFiltersSchema.default({}),
  sort: z.enum(MARKET_SORTS).default('relevance'),
  limit: z.int().min(1).max(100).default(24),
  /** `nextCursor` of the previous page of the same search. */
  cursor: z.string().max(4000).nullable().default(null),
})
export type MarketSearchInput = z.infer<typeof marketSearchInputSchema>

/** Which file a source gives for the version. If two sources differ, the card has a `conflict`. */
export const claimSchema = z.object({
  source: z.string(),
  trust: catalogueTrustSchema,
  version: z.string(),
  cid: z.string().nullable(),
  sha256: z.string(),
  authorDid: z.string(),
  /** Why it was yanked; null if the source gives no reason. */
  yanked: z.string().nullable(),
})
export type Claim = z.infer<typeof claimSchema>

/** Known only from the file itself. Present if the file was verified on this computer before. */
export const factsSchema = z.object({
  /** Riskiest first. */
  permissions: z.array(permissionSentenceSchema),
  hosts: z.array(z.string()),
  tools: z.int().nonnegative(),
  /** It has tools and names no model it needs: the built-in planner can use it. */
  withoutModel: z.boolean(),
  promptTokens: z.int().nonnegative(),
  /** A name of `PACKAGE_ICONS`, or an SVG of shapes alone; null if it has none. */
  icon: z.string().nullable(),
  /** Size of the file. */
  bytes: z.int().nonnegative(),
})
export type Facts = z.infer<typeof factsSchema>

/** A search result: a capability's latest version, according to the first source that has it. */
export const marketCardSchema = z.object({
  /** `did:nuwa:cap:note`, without version. */
  capUri: z.string(),
  name: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({
    did: z.string(),
    keyId: z.string(),
    trust: authorTrustSchema,
    /** The lists the owner follows that recommend this author. */
    recommendedBy: z.array(recommendationSchema),
  }),
  /** The lists the owner follows that block this version. */
  advisories: z.array(advisorySchema),
  tags: z.array(z.string()),
  modelFamilies: z.array(z.string()),
  /** Readable, riskiest first: from the file if it is known, else from the source. */
  permissions: z.array(permissionSentenceSchema),
  /** Null until the file was fetched, which `marketplace.glance` does. */
  facts: factsSchema.nullable(),
  /** Votes for minus votes against; null if no source reports them. */
  votes: z.int().nullable(),
  /** What every source says, first the one whose data is shown. */
  claims: z.array(claimSchema),
  /**
   * Whether sources name different authors or files for one version. It then can't be installed before the user chooses
   * a source.
   */
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
  /** Number of results; `isAll` is false if there may be more. */
  total: z.int().nonnegative(),
  isAll: z.boolean(),
  /** Values among the results, most frequent first. `tags` are the categories. */
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
 * One step of the verification from the publication to the author. `value` is what was checked: the location on the
 * chain, the CID, the hash, the key id, the author's DID. `why` is a sentence on why it failed or wasn't checked; after
 * a failed step none is checked.
 */
export const verificationStepSchema = z.object({
  step: z.enum(VERIFICATION_STEPS),
  value: z.string(),
  check: z.enum(['held', 'failed', 'not_checked']),
  why: z.string().nullable(),
  /** The stable error code. */
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
  from: z.enum(['builtin', 'folder', 'static', 'indexer', 'chain', 'cid', 'url']),
  /** Name of the source; null for a CID or an address. */
  source: z.string().nullable(),
  /** What was queried: a file's path, an index's URL, or the URL the file was fetched from. */
  place: z.string(),
  sha256: z.string(),
  cid: z.string().nullable(),
  /** The chain record it was compared with. */
  record: z
    .object({
      registry: z.string(),
      chainId: z.int(),
      contract: z.string(),
      publisher: z.string(),
      publishedAt: z.iso.datetime(),
      /** Transaction of the event; null if the node doesn't report it. */
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
  /** Who lists it: `chain` is the record itself. */
  saidBy: z.array(z.object({ source: z.string(), by: z.enum(['chain', 'index', 'file']) })),
  /** Whether they disagree. */
  conflict: z.boolean(),
  isInstalled: z.boolean(),
  /** The lists the owner follows that block it. */
  advisories: z.array(advisorySchema),
})
export type MarketVersion = z.infer<typeof marketVersionSchema>

/** The readable content of a verified file. */
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
  /** Where its author takes reports: `mailto:` or https. */
  contact: z.string().nullable(),
  license: z.string().nullable(),
  screenshots: z.array(packagePictureSchema),
  /** Markdown; empty if there is none. */
  readme: z.string(),
})
export type MarketFile = z.infer<typeof marketFileSchema>

/** A picture of a package, with the bytes that its CID names. */
export const marketPictureSchema = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  base64: z.string(),
})
export type MarketPicture = z.infer<typeof marketPictureSchema>

export const marketDetailInputSchema = z.object({
  /** With `@version`, or without for the latest. A bare name stands for its URI. */
  capUri: z.string().max(400),
  /** The source to follow; by default the first that has it. */
  source: z.string().max(40).optional(),
})
export type MarketDetailInput = z.infer<typeof marketDetailInputSchema>

export const marketDetailSchema = z.object({
  card: marketCardSchema,
  /** Highest first. */
  versions: z.array(marketVersionSchema),
  /** What the chains say about the version shown; `record` is null if there is none. */
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
  /** Null if the file isn't available or a step failed; `problem` says why. */
  file: marketFileSchema.nullable(),
  problem: errorViewSchema.nullable(),
  sources: z.array(sourceStateSchema),
})
export type MarketDetail = z.infer<typeof marketDetailSchema>

/** What to install. `link` is the content of a `satchel://install?…` link, and is read by `marketplace.readLink`. */
export const marketWantedSchema = z.discriminatedUnion('kind', [
  marketDetailInputSchema.extend({ kind: z.literal('capability') }),
  z.object({ kind: z.literal('cid'), cid: z.string().max(200) }),
  z.object({ kind: z.literal('url'), url: z.string().max(2000) }),
])
export type MarketWanted = z.infer<typeof marketWantedSchema>

/** A fetched and verified file that waits for the user's decision. */
export const marketReviewSchema = z.object({
  /**
   * For `packages.install`, as `{kind: 'candidate', id}`. Valid until the daemon stops or many others were reviewed.
   */
  candidate: z.string(),
  review: permissionReviewSchema,
  verification: verificationSchema,
  provenance: provenanceSchema,
  /** Warnings in sentences; if there are any, the install must pass `acceptSource`. */
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
  /** In this order. A CID or a URL needs no `find`. */
  step: z.enum(['find', 'fetch', 'verify', 'read']),
  /** Bytes received so far; null before the first. */
  fetched: z.int().nonnegative().nullable(),
})
export type ReviewStep = z.infer<typeof reviewStepSchema>

/** The progress of a review: each new step, and finally the result. */
export const reviewEventSchema = z.discriminatedUnion('kind', [
  reviewStepSchema.extend({ kind: z.literal('step') }),
  z.object({ kind: z.literal('reviewed'), market: marketReviewSchema }),
])
export type ReviewEvent = z.infer<typeof reviewEventSchema>

export const glanceInputSchema = z.object({
  cards: z.array(z.object({ cid: z.string().max(200), sha256: z.string().regex(/^[0-9a-f]{64}$/) })).max(30),
})

export const glancesSchema = z.array(
  z.object({ sha256: z.string(), facts: factsSchema.nullable(), problem: errorViewSchema.nullable() }),
)
export type Glance = z.infer<typeof glancesSchema>[number]
