/** What accounts of wallets sign, family by family. Their libraries are loaded with the first signature of each. */
import type { Signable, WalletPayload } from '../core/wallet-keys.ts'

/**
 * Reads what an account is to sign, and refuses what it isn't. `publicKey`: of the account.
 *
 * @throws SatchelError `transaction_invalid`, `wallet_message_refused`, `wallet_message_invalid`, `wallet_typed_data_invalid`
 */
export const signableOf = async (payload: WalletPayload, publicKey: Uint8Array): Promise<Signable> => {
  switch (payload.family) {
    case 'evm':
      return (await import('./wallet-signing-evm.ts')).evmSignable(payload)
    case 'near':
      return (await import('./wallet-signing-near.ts')).nearSignable(payload)
    case 'solana':
      return (await import('./wallet-signing-solana.ts')).solanaSignable(payload, publicKey)
  }
}
