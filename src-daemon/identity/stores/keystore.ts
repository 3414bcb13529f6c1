import type { KeychainProblem, KeyStoreBackend } from '../../contract/identity.ts'

/**
 * Stores secrets under an id that shows their kind: the `did:key` of a key (32 bytes: an Ed25519 seed, a
 * secp256k1 or P-256 scalar), or the entry id of a named secret (`secrets/entry-id.ts`; a text as UTF-8). It
 * never overwrites anything.
 * Every implementation passes `runKeyStoreTests`.
 */
export interface KeyStore {
  readonly backend: KeyStoreBackend
  /** The OS's name for it, e.g. "Secret Service"; null for the vault. */
  readonly name: string | null
  /**
   * Tests the store with a real write; null if it works, else the problem. Does not count as use of a vault.
   */
  probe(): Promise<KeychainProblem | null>
  /**
   * Null if the store answers and has no such secret. The bytes belong to the caller, who zeroes them after
   * use.
   *
   * @throws SatchelError `keystore_locked`, `keystore_absent`, `keystore_failed`
   */
  read(id: string): Promise<Uint8Array | null>
  /**
   * The ids of all secrets in it; in the keychain, also those of other data directories.
   *
   * @throws SatchelError `keystore_locked`, `keystore_absent`, `keystore_failed`
   */
  ids(): readonly string[] | Promise<readonly string[]>
  /**
   * Stores a new secret, reads it back and compares.
   *
   * @throws SatchelError `key_exists`, `keystore_locked`, `keystore_absent`, `keystore_failed`
   */
  create(id: string, secret: Uint8Array): Promise<void>
  /**
   * Removes a secret if it equals `expected` exactly. For keys, only `move.ts` may call this, after reading the same
   * secret from the other store. False if the store answered and had none; also removes parts of an incompletely stored one.
   *
   * @throws SatchelError `keystore_failed` when another secret is kept under this id, which stays; `keystore_locked`,
   * `keystore_absent`
   */
  remove(id: string, expected: Uint8Array): Promise<boolean>
}

/** A secret and the id it is stored under. */
export interface StoredSecret {
  readonly id: string
  readonly secret: Uint8Array
}
