import { z } from 'zod'

/** The account that publishes to a registry on a chain, and pays for it. Its key is one of the owner's keys, and no other signs for it. */
export const chainAccountSchema = z.object({
  keyId: z.string(),
  /** `0x…`, 20 bytes with the checksum of EIP-55. The same on every chain. */
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  createdAt: z.iso.datetime(),
  /** As in `KeyInfo`: what the account owns is lost with its key. */
  backedUpAt: z.iso.datetime().nullable(),
})
export type ChainAccount = z.infer<typeof chainAccountSchema>

/** The account on chains, and what it signs. Part of `IdentityService`. */
export interface ChainAccounts {
  /** The oldest chain account that is not retired; null when there is none. */
  chainAccount(): Promise<ChainAccount | null>
  /** Makes a chain account; gives the one there is where there is one. Errors: those of `IdentityService.create`. */
  createChainAccount(): Promise<ChainAccount>
  /**
   * Signs a transaction with the chain account, and logs it: 65 bytes, r||s and the parity of y. `transaction` is what is hashed by EIP-1559,
   * `0x02||rlp([...])` without a signature; nothing else is signed. Errors: `chain_account_missing`, `transaction_invalid`,
   * those of `IdentityService.sign`.
   */
  signTransaction(input: { transaction: Uint8Array; requester: string }): Promise<Uint8Array>
}
