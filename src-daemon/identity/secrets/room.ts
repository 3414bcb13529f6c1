import type { SatchelError } from '../../platform/errors.ts'
import type { KeyKind, KeyStoreBackend } from '../../contract/identity.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { Vault } from '../stores/vault.ts'
import type { EntryRecords } from './entry-records.ts'

/** A key that named secrets were sealed under once. */
interface SealingKey {
  readonly did: string
  readonly kind: KeyKind
  readonly backend: KeyStoreBackend
}

/** What named secrets are kept with. */
export interface SecretRoom {
  readonly now: () => Date
  readonly keychain: KeyStore
  readonly vault: Vault
  /** Where the named secrets are. */
  readonly entries: EntryRecords
  readonly records: { find(keyId: string): SealingKey | null }
  readonly secrets: { of(key: SealingKey): Promise<Uint8Array> }
  /** The owner's key: secrets are kept in its store. */
  owner(): { readonly backend: KeyStoreBackend }
  /** For what went wrong beside what was asked for. */
  warn(problem: SatchelError, message: string): void
  /** One after the other: for changes that wait for a store in their midst. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
