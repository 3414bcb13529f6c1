import { errorViewSchema } from './errors.ts'
import { ipfsPlaceSchema, ipfsSourceSchema } from './ipfs.ts'
import { problemSchema } from './packages.ts'
import { chainCostSchema, chainReceiptSchema, chainRecordSchema } from './registry-chain.ts'
import { z } from 'zod'

/** What publishing does, in this order (acp.md 5.5). `check`: validate and lint, and ask the contract whether it would take it. */
export const publishStepSchema = z.enum(['check', 'sign', 'add', 'submit', 'confirm'])
export type PublishStep = z.infer<typeof publishStepSchema>

/** One publication: a version of a package on its way to a registry, or there. */
export const publicationSchema = z.object({
  id: z.string(),
  /** Name of the registry in the settings when it began. */
  registry: z.string(),
  chainId: z.int(),
  contract: z.string(),
  fileName: z.string(),
  title: z.string(),
  /** Without the version. */
  capUri: z.string(),
  semver: z.string(),
  authorDid: z.string(),
  /** Of the signed file; null until it is signed. `bytes`: its length. */
  cid: z.string().nullable(),
  sha256: z.string().nullable(),
  bytes: z.int().nonnegative().nullable(),
  /** What is done next, or now; `done` when it is published and settled. */
  step: z.enum([...publishStepSchema.options, 'done']),
  /** `interrupted`: Satchel ended meanwhile. `interrupted` and `failed` can be resumed. */
  state: z.enum(['running', 'interrupted', 'failed', 'published']),
  /** What it failed with. */
  problem: errorViewSchema.nullable(),
  /** Whether it can still be given up: nothing was sent to the chain. */
  cancellable: z.boolean(),
  /** Where the file is pinned, and which places do not have it and why; empty until it is added. */
  places: z.array(ipfsPlaceSchema),
  /** The transaction that was sent, `0x…`; null before, and where the version was published by another one. */
  tx: z.string().nullable(),
  receipt: chainReceiptSchema.nullable(),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Publication = z.infer<typeof publicationSchema>

/**
 * What is good to know before it costs something. `kept_here_only`: neither a node of the owner's nor one that others reach would keep the
 * file; `other_author`: the file is another author's; `account_not_backed_up`: the name hangs on a key without a copy; `name_new`: nobody
 * published under it, it becomes the account's.
 */
export const publishNoteSchema = z.enum([
  'kept_here_only',
  'other_author',
  'account_not_backed_up',
  'name_new',
])
export type PublishNote = z.infer<typeof publishNoteSchema>

/** What publishing a file would do and cost. Nothing was signed, added or sent for it. */
export const publishPlanSchema = z.object({
  registry: z.string(),
  chainId: z.int(),
  contract: z.string(),
  title: z.string(),
  capUri: z.string(),
  semver: z.string(),
  author: z.object({ did: z.string(), isOwn: z.boolean() }),
  /** Of what would be published; null where it would be signed first. */
  cid: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Length of the file as it was given. */
  bytes: z.int().nonnegative(),
  /** Findings of lint that do not keep it from being published; who installs it has to accept them. */
  warnings: z.array(problemSchema),
  notes: z.array(publishNoteSchema),
  /** `done`: nothing is left to do, by this file as it is or by the publication that was begun. */
  steps: z.array(z.object({ step: publishStepSchema, done: z.boolean() })),
  /** Where the file would be kept and pinned. */
  places: z.array(ipfsSourceSchema),
  /** Who pays: `0x…`. */
  account: z.string(),
  /** Null where nothing would be sent any more. */
  cost: chainCostSchema.nullable(),
  /** Whether the account can pay it. */
  affordable: z.boolean(),
  /** The publication of this file that was begun. */
  publication: publicationSchema.nullable(),
  /** The record, where these very bytes are published. */
  published: chainRecordSchema.nullable(),
})
export type PublishPlan = z.infer<typeof publishPlanSchema>
