import type { KeychainProblem, KeyStoreBackend } from './types.ts'

/**
 * Keeps secrets of 32 bytes under an id (the DID they belong to). Nothing is ever overwritten or deleted through it.
 * Every implementation passes `runKeyStoreTests`.
 */
export interface KeyStore {
  readonly backend: KeyStoreBackend
  /** What the OS calls it, e.g. "Secret Service"; null for the vault. */
  readonly name: string | null
  /** Tries the store for real; null when it keeps what it is given, else what is wrong. */
  probe(): Promise<KeychainProblem | null>
  /**
   * Null when the store answered and holds no such secret.
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
}
