import type { KeychainProblem, KeyStoreBackend } from '../types.ts'

/**
 * Keeps secrets of 32 bytes under an id: the `did:key` they belong to, which also tells their kind (Ed25519 seed, secp256k1
 * or P-256 scalar). Nothing is ever overwritten through it. Every implementation passes `runKeyStoreTests`.
 */
export interface KeyStore {
  readonly backend: KeyStoreBackend
  /** What the OS calls it, e.g. "Secret Service"; null for the vault. */
  readonly name: string | null
  /** Tries the store for real; null when it keeps what it is given, else what is wrong. Is no use of a vault. */
  probe(): Promise<KeychainProblem | null>
  /**
   * Null when the store answered and holds no such secret. The bytes are the caller's own, to be zeroed after use.
   *
   * @throws SatchelError `keystore_locked`, `keystore_absent`, `keystore_failed`
   */
  read(id: string): Promise<Uint8Array | null>
  /**
   * Stores a secret that was not there, reads it back and compares.
   *
   * @throws SatchelError `key_exists`, `keystore_locked`, `keystore_absent`, `keystore_failed`
   */
  create(id: string, secret: Uint8Array): Promise<void>
  /**
   * Removes a secret, provided it is `expected` to the last bit. For `move.ts` alone: whoever calls it has read the same
   * secret somewhere else. False when the store answered and held none.
   *
   * @throws SatchelError `keystore_failed` when another secret is kept under this id, which stays; `keystore_locked`,
   * `keystore_absent`
   */
  remove(id: string, expected: Uint8Array): Promise<boolean>
}

/** A secret and the `did:key` it belongs to. */
export interface StoredSecret {
  readonly id: string
  readonly secret: Uint8Array
}
