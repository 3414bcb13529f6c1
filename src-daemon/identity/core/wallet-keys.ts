import type { WalletFamily } from '../../contract/identity.ts'

/** The key of an account of a wallet. */
export interface WalletKey {
  readonly keyId: string
  readonly family: WalletFamily
  /** What its address follows from: of an EVM account the compressed point of secp256k1, 33 bytes. */
  readonly publicKey: Uint8Array
  readonly label: string
  readonly origin: 'created' | 'imported' | 'restored'
  readonly createdAt: string
  readonly backedUpAt: string | null
}

/** Data of EIP-712, whose types have all been read. */
export interface WalletTypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * What an account signs. There is no way to have a bare hash signed: what is signed is always known for what it is.
 * `transaction`: `0x02||rlp([...])` without a signature (EIP-1559). `message`: a text (EIP-191, `personal_sign`).
 */
export type WalletPayload =
  | { readonly kind: 'transaction'; readonly bytes: Uint8Array }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'typed_data'; readonly data: WalletTypedData }

/** The keys of wallets, and their signatures. Part of `IdentityService`. None of them signs as the owner, and no other key for an account. */
export interface WalletKeys {
  /** Those that weren't retired, the oldest first. */
  walletKeys(): readonly WalletKey[]
  /** Errors: those of `IdentityService.create`. */
  createWalletKey(input: { family: WalletFamily; label: string }): Promise<WalletKey>
  /**
   * Imports a secret key, as `IdentityService.importKey`; a retired key of a wallet becomes an account again. Errors: those of `importKey`;
   * `key_exists` also for a key that signs something else.
   */
  importWalletKey(input: { family: WalletFamily; text: string; label: string }): Promise<WalletKey>
  /**
   * Signs for an account, and logs it: 65 bytes, r||s and the parity of y. Errors: `wallet_account_unknown`, `transaction_invalid`,
   * `wallet_message_refused`, `wallet_typed_data_invalid`, and those of the key store.
   */
  signForWallet(input: { keyId: string; payload: WalletPayload; requester: string }): Promise<Uint8Array>
}
