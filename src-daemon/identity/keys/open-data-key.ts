import { randomBytes } from 'node:crypto'
import { SatchelError } from '../../platform/errors.ts'
import type { KeychainProblem, KeyStoreBackend } from '../../contract/identity.ts'
import { readIdentityFile, type IdentityFile } from './identity-file.ts'
import { keyFits } from '../../storage/index.ts'
import { DATA_KEY, isDataKeyEntry, newEntryId } from '../stores/entry-id.ts'
import { problemOf } from '../stores/keychain.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { PassphraseJudge } from '../stores/strength.ts'
import type { Vault } from '../stores/vault.ts'
import {
  changeEncryptionFile,
  readEncryptionFile,
  setAsideDamagedEncryptionFile,
  type EncryptionFile,
} from './encryption-file.ts'

const KEY_BYTES = 32

export interface OpenDataKeyDeps {
  readonly dataDir: string
  readonly keychain: KeyStore
  readonly vault: Vault
  /** From `SATCHEL_VAULT_PASSPHRASE`. */
  readonly vaultPassphrase?: string | undefined
  /** Checks the passphrase of a new vault. */
  readonly passphrases: Pick<PassphraseJudge, 'check'>
  /** The database. */
  readonly path: string
  /** The database is already encrypted, so a missing key isn't replaced by a new one. */
  readonly inUse: boolean
}

export type OpenedDataKey =
  | {
      readonly kind: 'open'
      readonly key: string
      /** `vaultPassphrase` opened the vault: there may be no one to open it again. */
      readonly unattended: boolean
    }
  | {
      readonly kind: 'needs_vault'
      readonly reason: KeychainProblem
      readonly vaultExists: boolean
      /** Why the given passphrase did not help; null if none was given. */
      readonly unlockProblem: SatchelError | null
      /**
       * Opens the vault, or makes it, and gives the key. Errors: `weak_passphrase`, `guessable_passphrase`, `wrong_passphrase`, `vault_corrupt`,
       * `database_key_missing`.
       */
      readonly unlock: (passphrase: string) => Promise<string>
    }

/**
 * The key of the data, as 64 hexadecimal digits, from where `encryption.json` says it is. One that doesn't exist yet is
 * made beside the owner's key: in the keychain, or in the vault if there is no usable keychain. If that file is missing or damaged
 * while data needs the key, the key is looked for there: the one that opens the data is recorded again, and nothing else changes.
 *
 * @throws SatchelError `database_key_missing` if its place answers and doesn't have it, while data needs it, `encryption_file_corrupt` if
 * that file is damaged besides; `data_key_unavailable` if the keychain doesn't answer
 */
export const openDataKey = async (deps: OpenDataKeyDeps): Promise<OpenedDataKey> => {
  const { dataDir, keychain, vault } = deps
  const place = placeOfDataKey(dataDir)
  if (place === 'vault' || (place === undefined && (await vault.exists())))
    return openInVault(deps, knownIdentity(dataDir)?.keychainProblem ?? 'changed')
  try {
    return { kind: 'open', key: await readOrMake(deps, keychain), unattended: false }
  } catch (cause) {
    if (!(cause instanceof SatchelError) || isKeyLost(cause)) throw cause
    // A key created elsewhere wouldn't open what this one encrypted.
    if (place === 'keychain') throw new SatchelError('data_key_unavailable', { cause })
    return openInVault(deps, problemOf(cause))
  }
}

/** Where the key of the data is, or else the owner's; undefined if neither is recorded. */
export const placeOfDataKey = (dataDir: string): KeyStoreBackend | undefined => {
  const { key } = recordIn(dataDir)
  return key?.stored === true ? key.backend : knownIdentity(dataDir)?.backend
}

/** Whether the key isn't where it must be. */
export const isKeyLost = ({ code }: SatchelError): boolean =>
  code === 'database_key_missing' || code === 'encryption_file_corrupt'

/** What `encryption.json` says of the key, or why it can't be read. */
const recordIn = (
  dataDir: string,
): Pick<EncryptionFile, 'key'> & { readonly damage: SatchelError | null } => {
  try {
    return { key: readEncryptionFile(dataDir).key, damage: null }
  } catch (thrown) {
    if (thrown instanceof SatchelError) return { key: null, damage: thrown }
    throw thrown
  }
}

const lost = ({ dataDir, path }: OpenDataKeyDeps): SatchelError =>
  recordIn(dataDir).damage ?? new SatchelError('database_key_missing', { params: { path } })

const openInVault = async (deps: OpenDataKeyDeps, reason: KeychainProblem): Promise<OpenedDataKey> => {
  const { vault, vaultPassphrase, inUse } = deps
  const vaultExists = await vault.exists()
  if (inUse && !vaultExists) throw lost(deps)
  const unlock = async (passphrase: string): Promise<string> => {
    if (await vault.exists()) {
      await vault.unlock(passphrase)
      return readOrMake(deps, vault)
    }
    await deps.passphrases.check(passphrase)
    return readOrMake(deps, {
      backend: 'vault',
      ids: () => [],
      read: () => Promise.resolve(null),
      create: (id, secret) => vault.make(passphrase, { id, secret }),
    })
  }
  const needsVault = { kind: 'needs_vault', reason, vaultExists, unlock } as const
  if (vaultPassphrase === undefined) return { ...needsVault, unlockProblem: null }
  try {
    return { kind: 'open', key: await unlock(vaultPassphrase), unattended: true }
  } catch (thrown) {
    if (!(thrown instanceof SatchelError) || isKeyLost(thrown)) throw thrown
    return { ...needsVault, unlockProblem: thrown }
  }
}

/** A new key is recorded before it is stored, and confirmed after it was read back: no crash leaves an unknown entry. */
const readOrMake = async (
  deps: OpenDataKeyDeps,
  store: Pick<KeyStore, 'backend' | 'ids' | 'read' | 'create'>,
): Promise<string> => {
  const { dataDir, path, inUse } = deps
  const { key: known } = recordIn(dataDir)
  const recorded = known?.backend === store.backend ? known : null
  const entry = recorded?.entry ?? newEntryId(DATA_KEY)
  const record = (stored: boolean, backedUpAt: string | null = null): void => {
    changeEncryptionFile(dataDir, { key: { entry, backend: store.backend, stored, backedUpAt } })
  }
  const kept = recorded === null ? null : await read(store, entry)
  if (kept === null && inUse) {
    const found = await lookFor(store, path)
    if (found === null) throw lost(deps)
    setAsideDamagedEncryptionFile(dataDir, new Date())
    changeEncryptionFile(dataDir, {
      key: { entry: found.entry, backend: store.backend, stored: true, backedUpAt: null },
    })
    return found.key
  }
  if (kept !== null) {
    if (recorded?.stored !== true) record(true, recorded?.backedUpAt)
    return kept
  }
  const made = randomBytes(KEY_BYTES).toString('hex')
  record(false)
  await store.create(entry, Buffer.from(made))
  record(true)
  return made
}

/** The entry whose key opens the data; null if there is none. Those of other data directories don't. */
const lookFor = async (
  store: Pick<KeyStore, 'ids' | 'read'>,
  path: string,
): Promise<{ readonly entry: string; readonly key: string } | null> => {
  for (const entry of (await store.ids()).filter(isDataKeyEntry)) {
    const key = await read(store, entry)
    if (key !== null && keyFits(path, key)) return { entry, key }
  }
  return null
}

const read = async (store: Pick<KeyStore, 'read'>, entry: string): Promise<string | null> => {
  const secret = await store.read(entry)
  const key = secret === null ? null : Buffer.from(secret).toString()
  secret?.fill(0)
  return key
}

/** Null also for a damaged file, which is reported when the identity is opened. */
const knownIdentity = (dataDir: string): IdentityFile | null => {
  try {
    return readIdentityFile(dataDir)
  } catch {
    return null
  }
}
