import type { WalletFamily } from '../../contract/identity.ts'

/** The key of an account of a wallet. */
export interface WalletKey {
  readonly keyId: string
  readonly family: WalletFamily
  /** What its address follows from: the compressed point of secp256k1 (EVM, 33 bytes), or the key of Ed25519 (32 bytes). */
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
 * EVM: `transaction`: `0x02||rlp([...])` without a signature (EIP-1559); `message`: a text (EIP-191, `personal_sign`).
 * NEAR: a message of NEP-413. Solana: an off-chain message of version 1, or a text.
 */
export type WalletPayload =
  | { readonly family: 'evm'; readonly kind: 'transaction'; readonly bytes: Uint8Array }
  | { readonly family: 'evm'; readonly kind: 'message'; readonly text: string }
  | { readonly family: 'evm'; readonly kind: 'typed_data'; readonly data: WalletTypedData }
  | {
      readonly family: 'near'
      readonly kind: 'message'
      readonly text: string
      readonly recipient: string
      readonly nonce: Uint8Array
    }
  | { readonly family: 'solana'; readonly kind: 'message'; readonly bytes: Uint8Array }
export type WalletPayloadOf<F extends WalletFamily> = Extract<WalletPayload, { readonly family: F }>

/** What is signed, known for what it is. */
export interface Signable {
  /** What the log has a digest of. */
  readonly bytes: Uint8Array
  readonly sign: (secret: Uint8Array) => Uint8Array
}

/** The keys of wallets, and their signatures. Part of `IdentityService`. None of them signs as the owner, and no other key for an account. */
export interface WalletKeys {
  /** Those that weren't retired, the oldest first. */
  walletKeys(): readonly WalletKey[]
  /** Errors: those of `IdentityService.create`. */
  createWalletKey(input: { family: WalletFamily; label: string }): Promise<WalletKey>
  /**
   * Imports a secret key or a recovery phrase, as `readWalletSecret` reads it; a retired key of a wallet becomes an account again. Errors:
   * those of `readWalletSecret`; `key_exists` also for a key that signs something else.
   */
  importWalletKey(input: { family: WalletFamily; text: string; label: string }): Promise<WalletKey>
  /**
   * Signs for an account of the payload's family, and logs it: 65 bytes, r||s and the parity of y, or the 64 of Ed25519. Errors:
   * `wallet_account_unknown`, those of `signableOf`, and those of the key store.
   */
  signForWallet(input: { keyId: string; payload: WalletPayload; requester: string }): Promise<Uint8Array>
}
