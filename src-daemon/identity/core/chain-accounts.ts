import type { ChainAccount } from '../../contract/identity.ts'

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
