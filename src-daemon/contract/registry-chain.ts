import { chainAccountSchema } from './identity.ts'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** A published version as the contract tells it. */
export const chainRecordSchema = z.object({
  semver: z.string(),
  cid: z.string(),
  /** Of the published bytes: hex without prefix. */
  sha256: z.string(),
  authorDid: z.string(),
  publisher: address,
  publishedAt: z.iso.datetime(),
  /** Why it was yanked; null where it was not. */
  yanked: z.string().nullable(),
})
export type ChainRecord = z.infer<typeof chainRecordSchema>

/** A name with who owns it, and the votes on it. */
export const chainNameSchema = z.object({
  capUri: z.string(),
  owner: address,
  /** Who may take it over; null where it is offered to nobody. */
  offeredTo: address.nullable(),
  /** The author of the versions to come. */
  authorDid: z.string(),
  versions: z.int().nonnegative(),
  votes: z.object({ up: z.int().nonnegative(), down: z.int().nonnegative() }),
})
export type ChainName = z.infer<typeof chainNameSchema>

/** What a transaction would cost, at most: whole numbers of wei as decimal text. */
export const chainCostSchema = z.object({
  gas: z.int().positive(),
  feePerGas: z.string(),
  cost: z.string(),
  balance: z.string(),
})
export type ChainCost = z.infer<typeof chainCostSchema>

/** A transaction that is settled. `fee` in wei, as decimal text. */
export const chainReceiptSchema = z.object({
  tx: z.string(),
  block: z.int().nonnegative(),
  blockHash: z.string(),
  gas: z.int().positive(),
  fee: z.string(),
})
export type ChainReceipt = z.infer<typeof chainReceiptSchema>

/** The chain account and what it has at each registry. */
export const chainAccountViewSchema = z.object({
  account: chainAccountSchema.nullable(),
  balances: z.array(
    z.object({
      registry: z.string(),
      chainId: z.int(),
      /** In wei, as decimal text; null where the chain could not be asked, and why. */
      balance: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})
export type ChainAccountView = z.infer<typeof chainAccountViewSchema>

/** A name with its versions, as the contract tells them. */
export const chainShownSchema = chainNameSchema.extend({
  records: z.array(chainRecordSchema),
  /** The account of Satchel's owner, and what it voted; null where there is none. */
  ownAccount: address.nullable(),
  ownVote: z.int().nullable(),
})
export type ChainShown = z.infer<typeof chainShownSchema>

/** What is to be written to a registry. */
export const chainChangeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('yank'),
    name: z.string().max(100),
    semver: z.string().max(64),
    reason: z.string().max(280),
  }),
  z.object({ kind: z.literal('vote'), name: z.string().max(100), vote: z.int().min(-1).max(1) }),
  /** To null, an offer is taken back. */
  z.object({ kind: z.literal('offer'), name: z.string().max(100), to: address.nullable() }),
  /** The author is the owner's own DID unless told. */
  z.object({
    kind: z.literal('accept'),
    name: z.string().max(100),
    authorDid: z.string().max(256).optional(),
  }),
])
export type ChainChange = z.infer<typeof chainChangeSchema>
