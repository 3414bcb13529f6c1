import { errorViewSchema } from './errors.ts'
import { ipfsPlaceSchema, ipfsSourceSchema } from './ipfs.ts'
import { problemSchema } from './packages.ts'
import { chainCostSchema, chainReceiptSchema, chainRecordSchema } from './registry-chain.ts'
import { z } from 'zod'

/**
 * The steps of publishing, in order (acp.md 5.5). `check`: validate and lint, and ask the contract whether it would
 * accept it.
 */
export const publishStepSchema = z.enum(['check', 'sign', 'add', 'submit', 'confirm'])
export type PublishStep = z.infer<typeof publishStepSchema>

/** One publication: a version of a package that is being or was published to a registry. */
export const publicationSchema = z.object({
  id: z.string(),
  /** Name of the registry in the settings at the start. */
  registry: z.string(),
  chainId: z.int(),
  contract: z.string(),
  fileName: z.string(),
  title: z.string(),
  /** Without the version. */
  capUri: z.string(),
  semver: z.string(),
  authorDid: z.string(),
  /** CID of the signed file; null until it is signed. `bytes`: its size. */
  cid: z.string().nullable(),
  sha256: z.string().nullable(),
  bytes: z.int().nonnegative().nullable(),
  /** The current or next step; `done` when it is published and settled. */
  step: z.enum([...publishStepSchema.options, 'done']),
  /** `interrupted`: Satchel stopped meanwhile. `interrupted` and `failed` can be resumed. */
  state: z.enum(['running', 'interrupted', 'failed', 'published']),
  /** Why it failed. */
  problem: errorViewSchema.nullable(),
  /** Whether it can still be cancelled: nothing was sent to the chain. */
  cancellable: z.boolean(),
  /** Where the file is pinned, and which places don't have it and why; empty until it is added. */
  places: z.array(ipfsPlaceSchema),
  /** The sent transaction, `0x…`; null before, and if the version was published by another one. */
  tx: z.string().nullable(),
  receipt: chainReceiptSchema.nullable(),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Publication = z.infer<typeof publicationSchema>

/**
 * What one index does with a published version, as it says. `taken`: it lists this file. `other_file`: it lists another
 * file as this version. `refused`. `waiting`: it has read the publication, and could not judge the file yet. `not_yet`:
 * it has not read the publication so far. `other_registry`: it follows another registry. `unlisted`: it does not list it,
 * and can't say why. `silent`: it did not answer.
 */
export const indexWordSchema = z.object({
  /** Name of the source in the settings. */
  source: z.string(),
  standing: z.enum([
    'taken',
    'other_file',
    'refused',
    'waiting',
    'not_yet',
    'other_registry',
    'unlisted',
    'silent',
  ]),
  /** Why, in the index's own words: untrusted, English. */
  reason: z.object({ code: z.string(), text: z.string() }).nullable(),
  /** Why it did not answer. */
  problem: errorViewSchema.nullable(),
})
export type IndexWord = z.infer<typeof indexWordSchema>

/**
 * Notes before it costs something. `kept_here_only`: neither a node of the owner's nor one that others can reach would
 * store the file; `other_author`: the file is another author's; `account_not_backed_up`: the name depends on a key
 * without a backup; `name_new`: the name is unused and becomes the account's;
 * `earlier_unread`: files of earlier versions could not be had, so indexes may refuse its schema; `pictures_missing`: it
 * names pictures that this computer doesn't have.
 */
export const publishNoteSchema = z.enum([
  'kept_here_only',
  'other_author',
  'account_not_backed_up',
  'name_new',
  'earlier_unread',
  'pictures_missing',
])
export type PublishNote = z.infer<typeof publishNoteSchema>

/** What publishing a file would do and cost. Planning signs, adds and sends nothing. */
export const publishPlanSchema = z.object({
  registry: z.string(),
  chainId: z.int(),
  contract: z.string(),
  title: z.string(),
  capUri: z.string(),
  semver: z.string(),
  author: z.object({ did: z.string(), isOwn: z.boolean() }),
  /** What it says that this version changes. */
  changes: z.array(z.string()),
  /** How many pictures it names. */
  pictures: z.int().nonnegative(),
  /** CID of the file to publish; null if it would be signed first. */
  cid: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Size of the given file. */
  bytes: z.int().nonnegative(),
  /** Lint findings that don't prevent publishing; users who install it have to accept them. */
  warnings: z.array(problemSchema),
  notes: z.array(publishNoteSchema),
  /** `done`: nothing is left to do, because of the state of this file or of its started publication. */
  steps: z.array(z.object({ step: publishStepSchema, done: z.boolean() })),
  /** Where the file would be stored and pinned. */
  places: z.array(ipfsSourceSchema),
  /** The paying account: `0x…`. */
  account: z.string(),
  /** Null if nothing would be sent. */
  cost: chainCostSchema.nullable(),
  /** Whether the account's balance is sufficient. */
  affordable: z.boolean(),
  /** The started publication of this file. */
  publication: publicationSchema.nullable(),
  /** The chain record, if these very bytes are published. */
  published: chainRecordSchema.nullable(),
})
export type PublishPlan = z.infer<typeof publishPlanSchema>
