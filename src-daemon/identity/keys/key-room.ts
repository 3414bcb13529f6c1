import type { SatchelError } from '../../platform/errors.ts'
import type { DatabaseKey } from '../../storage/index.ts'
import { createEmitter } from '../../platform/emitter.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { identityFileOf, writeIdentityFile } from './identity-file.ts'
import type { KeyRecord, KeyRecords } from './key-records.ts'
import type { KeySecrets } from './key-secrets.ts'
import type { EntryRecords } from '../secrets/entry-records.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { KeyRotations } from './rotations.ts'
import type { SignatureLog } from './signature-log.ts'
import type { PassphraseJudge } from '../stores/strength.ts'
import type { Vault } from '../stores/vault.ts'

/** What the parts of the identity service share. */
export interface KeyRoom {
  readonly dataDir: string
  readonly now: () => Date
  readonly keychain: KeyStore
  readonly vault: Vault
  readonly records: KeyRecords
  /** The key that the data is open with; null if it isn't encrypted. */
  readonly dataKey: DatabaseKey | null
  /** Where the named secrets are. */
  readonly entries: EntryRecords
  readonly secrets: KeySecrets
  readonly log: SignatureLog
  readonly rotations: KeyRotations
  /** As in `OpenIdentityDeps`. */
  readonly passphrases: Pick<PassphraseJudge, 'check'>
  /** As in `OpenIdentityDeps`. */
  readonly backupWorkFactor: number | undefined
  /** Logs a failure that does not affect the caller's request. */
  warn(problem: SatchelError, message: string): void
  /** The owner's key. It always exists once there is a service. */
  owner(): KeyRecord
  /** Brings `identity.json` in line with the database, and notifies listeners. */
  recordsChanged(): void
  /** Notifies listeners. */
  emitChange(): void
  onChange(listener: () => void): () => void
  /** Runs one at a time: for changes that await a store halfway. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

export const createKeyRoom = (
  parts: Omit<KeyRoom, 'owner' | 'recordsChanged' | 'emitChange' | 'onChange' | 'inTurn'>,
): KeyRoom => {
  const { listen: onChange, emit: emitChange } = createEmitter()

  return {
    ...parts,
    owner: () => {
      const owner = parts.records.owner()
      if (owner === null) throw new Error('no owner yet')
      return owner
    },
    recordsChanged: () => {
      writeIdentityFile(parts.dataDir, identityFileOf(parts.records))
      emitChange()
    },
    emitChange,
    onChange,
    inTurn: createOneAtATime(),
  }
}
