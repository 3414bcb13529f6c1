import type { KeychainProblem, KeyStoreBackend } from '../../contract/identity.ts'

/**
 * Keeps secrets under an id that tells their kind: the `did:key` of a key (32 bytes: an Ed25519 seed, a secp256k1 or P-256
 * scalar), or the entry id of a named secret (`secrets/entry-id.ts`; a text as UTF-8). Nothing is ever overwritten through it.
 * Every implementation passes `runKeyStoreTests`.
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
   * Removes a secret, provided it is `expected` to the last bit. Of a key for `move.ts` alone: whoever calls it has read the same
   * secret somewhere else. False when the store answered and held none; what is left of one that was never wholly stored goes.
   *
   * @throws SatchelError `keystore_failed` when another secret is kept under this id, which stays; `keystore_locked`,
   * `keystore_absent`
   */
  remove(id: string, expected: Uint8Array): Promise<boolean>
}

/** A secret and the id it is kept under. */
export interface StoredSecret {
  readonly id: string
  readonly secret: Uint8Array
}
