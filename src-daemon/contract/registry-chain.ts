import { chainAccountSchema } from './identity.ts'
import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** A published version as stored in the contract. */
export const chainRecordSchema = z.object({
  semver: z.string(),
  cid: z.string(),
  /** Of the published bytes: hex without prefix. */
  sha256: z.string(),
  authorDid: z.string(),
  publisher: address,
  publishedAt: z.iso.datetime(),
  /** Why it was yanked; null if it wasn't. */
  yanked: z.string().nullable(),
})
export type ChainRecord = z.infer<typeof chainRecordSchema>

/** A name with its owner and votes. */
export const chainNameSchema = z.object({
  capUri: z.string(),
  owner: address,
  /** Who may take it over; null if it isn't offered. */
  offeredTo: address.nullable(),
  /** Author of future versions. */
  authorDid: z.string(),
  versions: z.int().nonnegative(),
  votes: z.object({ up: z.int().nonnegative(), down: z.int().nonnegative() }),
})
export type ChainName = z.infer<typeof chainNameSchema>

/** Maximum cost of a transaction: integers of wei as decimal text. */
export const chainCostSchema = z.object({
  gas: z.int().positive(),
  feePerGas: z.string(),
  cost: z.string(),
  balance: z.string(),
})
export type ChainCost = z.infer<typeof chainCostSchema>

/** A settled transaction. `fee` in wei, as decimal text. */
export const chainReceiptSchema = z.object({
  tx: z.string(),
  block: z.int().nonnegative(),
  blockHash: z.string(),
  gas: z.int().positive(),
  fee: z.string(),
})
export type ChainReceipt = z.infer<typeof chainReceiptSchema>

/** The chain account and its balance at each registry. */
export const chainAccountViewSchema = z.object({
  account: chainAccountSchema.nullable(),
  balances: z.array(
    z.object({
      registry: z.string(),
      chainId: z.int(),
      /** In wei, as decimal text; null if the chain couldn't be queried, with the reason. */
      balance: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})
export type ChainAccountView = z.infer<typeof chainAccountViewSchema>

/** A name with its versions, as stored in the contract. */
export const chainShownSchema = chainNameSchema.extend({
  records: z.array(chainRecordSchema),
  /** The account of Satchel's owner, and its vote; null if there is none. */
  ownAccount: address.nullable(),
  ownVote: z.int().nullable(),
})
export type ChainShown = z.infer<typeof chainShownSchema>

/** A change to write to a registry. */
export const chainChangeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('yank'),
    name: z.string().max(100),
    semver: z.string().max(64),
    reason: z.string().max(280),
  }),
  z.object({ kind: z.literal('vote'), name: z.string().max(100), vote: z.int().min(-1).max(1) }),
  /** Null withdraws an offer. */
  z.object({ kind: z.literal('offer'), name: z.string().max(100), to: address.nullable() }),
  /** The author is the owner's own DID by default. */
  z.object({
    kind: z.literal('accept'),
    name: z.string().max(100),
    authorDid: z.string().max(256).optional(),
  }),
  /** 32 bytes, hex. */
  z.object({ kind: z.literal('anchor'), root: z.string().regex(/^[0-9a-f]{64}$/) }),
])
export type ChainChange = z.infer<typeof chainChangeSchema>
