import { z } from 'zod'
import { walletFamilySchema } from './identity.ts'
import { threadCardSchema } from './thread-cards.ts'

/** A chain as CAIP-2 names it: `eip155:1`. */
export const walletChainSchema = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)
/** An amount in the smallest unit, as decimal text. */
export const walletUnitsSchema = z.string().regex(/^\d{1,78}$/)
/** An amount as a person writes it: `0.5`. */
const amount = z.string().regex(/^\d{1,60}(?:\.\d{1,30})?$/)
const label = z.string().min(1).max(200)
const address = z.string().min(1).max(200)

/** An account of a wallet. `watched`: its key isn't here, so that it signs nothing. */
export const walletAccountSchema = z.object({
  family: walletFamilySchema,
  address: z.string(),
  label: z.string(),
  origin: z.enum(['created', 'imported', 'restored', 'watched']),
  createdAt: z.iso.datetime(),
  /** As in `KeyInfo`: what the account owns is lost with its key. */
  backedUpAt: z.iso.datetime().nullable(),
})
export type WalletAccount = z.infer<typeof walletAccountSchema>

/** A network of accounts, and the node to ask. */
export const walletNetworkSchema = z.object({
  family: walletFamilySchema,
  chain: walletChainSchema,
  /** The owner's name for it. */
  name: z.string().trim().min(1).max(60),
  /** What its own coin is called: `ETH`. */
  coin: z.string().regex(/^[A-Za-z0-9.]{1,12}$/),
  /** The node's URL. It often contains a key, so it is only shown to the owner and never logged. */
  rpc: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .refine((url) => {
      // It is also asked about what is no address.
      const parsed = URL.parse(url)
      return parsed !== null && parsed.username === '' && parsed.password === ''
    }, 'an address without a user name or a password'),
})
export type WalletNetwork = z.infer<typeof walletNetworkSchema>

/** The most that may be spent within a day: in all (`peer` null), or at the request of one agent. */
export const walletLimitSchema = z.object({
  family: walletFamilySchema,
  chain: walletChainSchema,
  /** Null: the network's own coin. */
  token: z.string().nullable(),
  peer: z.string().nullable(),
  amount: walletUnitsSchema,
  /** What counts towards it now. */
  spent: walletUnitsSchema,
  /** What the token, or the coin, calls itself, and its decimal places. */
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
})
export type WalletLimit = z.infer<typeof walletLimitSchema>

/** What was signed at the request of an agent. */
export const walletUseSchema = z.object({
  family: walletFamilySchema,
  kind: z.enum(['message', 'transaction']),
  account: z.string(),
  chain: walletChainSchema.nullable(),
  peer: z.string(),
  payee: z.string().nullable(),
  /** Of a transaction. */
  hash: z.string().nullable(),
  state: z.enum(['signed', 'sent', 'dropped']),
  at: z.iso.datetime(),
  /** What it may take from the account, with the highest fee. */
  takes: z.array(
    z.object({
      token: z.string().nullable(),
      amount: walletUnitsSchema,
      symbol: z.string(),
      decimals: z.int().min(0).max(255),
    }),
  ),
})
export type WalletUse = z.infer<typeof walletUseSchema>

/** What will be signed, sent or told, exactly, once the person agrees to it. */
export const walletPlanSchema = z.object({
  id: z.string(),
  kind: z.enum(['address', 'message', 'transaction']),
  account: walletAccountSchema,
  rows: threadCardSchema.shape.rows,
  notes: threadCardSchema.shape.notes,
  /** It was signed before, and is only sent again: nothing else will be. */
  again: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type WalletPlan = z.infer<typeof walletPlanSchema>

/** What a person answers a request to a wallet with. */
export const walletAskedSchema = z.object({
  family: walletFamilySchema,
  kind: z.enum(['address', 'message', 'transaction']),
  /** The account that is asked for; null: any. */
  account: z.string().nullable(),
  chain: walletChainSchema.nullable(),
})
export type WalletAsked = z.infer<typeof walletAskedSchema>

const family = walletFamilySchema
export const walletCreateSchema = z.object({ family, label })
export const walletImportSchema = z.object({ family, label, text: z.string().max(10_000) })
export const walletWatchSchema = z.object({ family, label, address })
export const walletNamedSchema = z.object({ family, address })
export const walletRenameSchema = z.object({ family, address, label })
export const walletChainOfSchema = z.object({ family, chain: walletChainSchema })
export const walletLimitOfSchema = z.object({
  family,
  chain: walletChainSchema,
  token: address.nullable(),
  peer: z.string().min(1).max(2048).nullable(),
})
export const walletSetLimitSchema = walletLimitOfSchema.extend({ amount })
export type WalletLimitOf = z.infer<typeof walletLimitOfSchema>
