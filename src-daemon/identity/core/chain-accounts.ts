import type { ChainAccount } from '../../contract/identity.ts'

/** The account on chains, and its signatures. Part of `IdentityService`. */
export interface ChainAccounts {
  /** The oldest chain account that is not retired; null when there is none. */
  chainAccount(): Promise<ChainAccount | null>
  /** Makes a chain account, or returns the existing one. Errors: those of `IdentityService.create`. */
  createChainAccount(): Promise<ChainAccount>
  /**
   * Signs a transaction with the chain account, and logs it: 65 bytes, r||s and the parity of y. `transaction` is what
   * EIP-1559 hashes, `0x02||rlp([...])` without a signature; it signs nothing else. Errors: `chain_account_missing`,
   * `transaction_invalid`, those of `IdentityService.sign`.
   */
  signTransaction(input: { transaction: Uint8Array; requester: string }): Promise<Uint8Array>
}
