import type { SatchelError } from '../../platform/errors.ts'
import type { KeyKind, KeyStoreBackend } from '../../contract/identity.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { Vault } from '../stores/vault.ts'
import type { EntryRecords } from './entry-records.ts'

/** A key that once sealed named secrets. */
interface SealingKey {
  readonly did: string
  readonly kind: KeyKind
  readonly backend: KeyStoreBackend
}

/** What storing named secrets needs. */
export interface SecretRoom {
  readonly now: () => Date
  readonly keychain: KeyStore
  readonly vault: Vault
  /** Where the named secrets are. */
  readonly entries: EntryRecords
  readonly records: { find(keyId: string): SealingKey | null }
  readonly secrets: { of(key: SealingKey): Promise<Uint8Array> }
  /** The owner's key: secrets are stored where it is. */
  owner(): { readonly backend: KeyStoreBackend }
  /** Logs a failure that does not affect the caller's request. */
  warn(problem: SatchelError, message: string): void
  /** Runs one at a time: for changes that await a store halfway. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
