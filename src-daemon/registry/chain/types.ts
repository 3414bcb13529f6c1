import { z } from 'zod'
import { chainAccountSchema } from '../../identity/types.ts'
import type { ChainRegistry } from '../../settings/types.ts'
import type { Chain } from './chain.ts'

/** Where a registry is: a contract on a chain, and the node that is asked about it. */
export interface ChainPlace {
  readonly chainId: number
  /** `http(s)://…`. What stands in its path may be a key, so errors name its host alone. */
  readonly rpcUrl: string
  /** `0x…`, 20 bytes. */
  readonly contract: string
  /** The first block that can hold an event: the one of the contract. */
  readonly startBlock: number
  /** Blocks until something counts as settled, its own included: 1 = as soon as it is in a block. */
  readonly confirmations: number
}

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

/** Where an event stands. `tx` and `blockHash` are `0x…`. */
interface EventOrigin {
  readonly block: number
  readonly logIndex: number
  readonly blockHash: string
  readonly tx: string
}

/** What the contract tells, one shape for each of its events. `capUri` is without version, hashes are hex without prefix. */
export type RegistryEvent = EventOrigin &
  (
    | {
        readonly kind: 'published'
        readonly capUri: string
        readonly semver: string
        readonly cid: string
        readonly sha256: string
        readonly publisher: string
        readonly authorDid: string
      }
    | { readonly kind: 'yanked'; readonly capUri: string; readonly semver: string; readonly reason: string }
    | {
        readonly kind: 'offered'
        readonly capUri: string
        readonly owner: string
        readonly offeredTo: string | null
      }
    | {
        readonly kind: 'transferred'
        readonly capUri: string
        readonly from: string
        readonly to: string
        readonly authorDid: string
      }
    | { readonly kind: 'voted'; readonly capUri: string; readonly voter: string; readonly vote: number }
    | { readonly kind: 'anchored'; readonly by: string; readonly root: string }
  )
export type RegistryEventKind = RegistryEvent['kind']

/** Who pays: an address, and what signs for it. The secret stays where it is. */
export interface ChainSigner {
  readonly address: string
  /** Signs what is hashed of a transaction (EIP-1559): 65 bytes, r||s and the parity of y. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>
}

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

/** The registries on chains that the owner set, and what the owner's account does there. */
export interface RegistriesService {
  /** Adds one, after it answered as a registry, or replaces the one of that name. Errors: those of `Chain.check`, `invalid_request`. */
  add(registry: ChainRegistry): Promise<void>
  /** Errors: `registry_missing`. */
  remove(name: string): void
  account(): Promise<ChainAccountView>
  /** Makes the account where there is none. Errors: those of `IdentityService.create`. */
  createAccount(): Promise<ChainAccountView>
  /**
   * A name as the contract of a registry tells it; the only registry there is unless named. `name` is a capability URI without version, or the
   * name in it. Errors: `registry_missing`, `registry_name_unknown`, those of `Chain.check`.
   */
  show(input: { registry?: string | undefined; name: string }): Promise<ChainShown>
  /** What a change would cost. Errors: `registry_missing`, `chain_account_missing`, and what the contract refuses (`registry_*`, `chain_*`). */
  estimate(input: { registry?: string | undefined; change: ChainChange }): Promise<ChainCost>
  /** Makes a change, and waits until it is settled. Errors: those of `estimate`, `chain_funds`, `chain_not_confirmed`, `keystore_*`. */
  change(input: { registry?: string | undefined; change: ChainChange }): Promise<ChainReceipt>
  /** For the rooms that publish and follow: a registry, ready to be asked. Errors: `registry_missing`. */
  open(registry?: string): Promise<Chain>
  /** For the room that publishes: what signs for the owner's account. Errors: `chain_account_missing`. */
  signer(requester: string): Promise<ChainSigner>
}
