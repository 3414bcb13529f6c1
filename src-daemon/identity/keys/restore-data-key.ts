import { SatchelError } from '../../platform/errors.ts'
import type { DatabaseKey } from '../../storage/index.ts'
import type { KeyStoreBackend } from '../../contract/identity.ts'
import type { Attempts } from '../stores/attempts.ts'
import { DATA_KEY, isDataKeyEntry, newEntryId } from '../stores/entry-id.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { KeyStores } from '../stores/open-key-stores.ts'
import { sameSecret } from '../stores/secret-text.ts'
import type { PassphraseJudge } from '../stores/strength.ts'
import { readBackup, wipeBackup } from './backup-file.ts'
import { changeEncryptionFile, readEncryptionFile, setAsideDamagedEncryptionFile } from './encryption-file.ts'
import { placeOfDataKey } from './open-data-key.ts'

export interface RestoreDataKeyDeps extends KeyStores {
  readonly dataDir: string
  /** Checks the passphrase of a new vault. */
  readonly passphrases: Pick<PassphraseJudge, 'check'>
  /** Limits guesses, over all calls. */
  readonly attempts: Attempts
  /** Whether a key opens the data. */
  readonly fits: (key: DatabaseKey) => boolean
}

export interface RestoreDataKeyRequest {
  /** A key backup, and its passphrase. */
  readonly file: Uint8Array
  readonly passphrase: string
  /** Opens or creates the vault; by default, with the backup's passphrase. */
  readonly vaultPassphrase?: string | undefined
  /** Checks the backup and stores nothing. */
  readonly dryRun: boolean
}

/**
 * Restores the key of the data from a key backup to where it was, or to the vault if the keychain is gone. Nothing is
 * stored before the key has opened the data, and no stored key is replaced: `encryption.json` names another entry in
 * one step, at the end; a damaged file is set aside. Returns the key.
 *
 * @throws SatchelError `wrong_passphrase`, `too_many_passphrases`, `backup_invalid`; `backup_without_data_key`,
 * `backup_data_key_other`; `vault_passphrase_other` if the vault has another passphrase than the backup; `data_key_unavailable` if
 * the keychain is locked or fails
 */
export const restoreDataKey = async (
  deps: RestoreDataKeyDeps,
  request: RestoreDataKeyRequest,
): Promise<DatabaseKey> => {
  const { dataDir, keychain, vault, attempts, fits } = deps
  attempts.check()
  const backup = await counted(attempts, readBackup(request.file, request.passphrase))
  wipeBackup(backup)
  const { dataKey, createdAt } = backup
  if (dataKey === null) throw new SatchelError('backup_without_data_key')
  if (!fits(dataKey)) throw new SatchelError('backup_data_key_other')
  if (request.dryRun) return dataKey
  setAsideDamagedEncryptionFile(dataDir, new Date())
  const secret = Buffer.from(dataKey)
  const backend = await backendFor(deps)
  const entry =
    backend === 'keychain'
      ? await storeIn(deps, keychain, [], secret)
      : (await vault.exists())
        ? await storeInVault(deps, request, secret)
        : await makeVault(deps, request, secret)
  secret.fill(0)
  changeEncryptionFile(dataDir, { key: { entry, backend, stored: true, backedUpAt: createdAt } })
  return dataKey
}

/** Errors: `data_key_unavailable` when the keychain, which may well have the key, doesn't answer. */
const backendFor = async ({ dataDir, keychain, vault }: RestoreDataKeyDeps): Promise<KeyStoreBackend> => {
  const place = placeOfDataKey(dataDir)
  if (place === 'vault' || (place === undefined && (await vault.exists()))) return 'vault'
  const problem = await keychain.probe()
  if (problem === null) return 'keychain'
  if (problem === 'absent') return 'vault'
  throw new SatchelError('data_key_unavailable')
}

const makeVault = async (
  deps: RestoreDataKeyDeps,
  { passphrase, vaultPassphrase }: RestoreDataKeyRequest,
  secret: Uint8Array,
): Promise<string> => {
  // The backup's own passphrase, however weak: the key must not be stuck in the backup.
  if (vaultPassphrase !== undefined) await deps.passphrases.check(vaultPassphrase)
  const entry = newEntryId(DATA_KEY)
  await deps.vault.make(vaultPassphrase ?? passphrase, { id: entry, secret })
  return entry
}

const storeInVault = async (
  deps: RestoreDataKeyDeps,
  { passphrase, vaultPassphrase }: RestoreDataKeyRequest,
  secret: Uint8Array,
): Promise<string> => {
  const { vault, attempts } = deps
  if (vaultPassphrase !== undefined) await counted(attempts, vault.unlock(vaultPassphrase))
  else
    await vault.unlock(passphrase).catch((thrown: unknown) => {
      throw isWrong(thrown) ? new SatchelError('vault_passphrase_other') : thrown
    })
  return storeIn(deps, vault, vault.ids().filter(isDataKeyEntry), secret)
}

/** The entry that holds the secret: one that has it already, as after a crash, or a new one. */
const storeIn = async (
  { dataDir }: RestoreDataKeyDeps,
  store: KeyStore,
  found: readonly string[],
  secret: Uint8Array,
): Promise<string> => {
  const { key } = readEncryptionFile(dataDir)
  const recorded = key?.backend === store.backend ? [key.entry] : []
  let entry: string | null = null
  for (const id of [...recorded, ...found]) {
    const held = await store.read(id)
    const same = held !== null && sameSecret(held, secret)
    held?.fill(0)
    if (same) return id
    if (held === null) entry = id
  }
  entry ??= newEntryId(DATA_KEY)
  // Recorded before it is stored, unless that would forget another: no crash leaves an unknown entry.
  if (key === null)
    changeEncryptionFile(dataDir, { key: { entry, backend: store.backend, stored: false, backedUpAt: null } })
  await store.create(entry, secret)
  return entry
}

/** A wrong passphrase counts as a guess. */
const counted = <T>(attempts: Attempts, work: Promise<T>): Promise<T> =>
  work.catch((thrown: unknown) => {
    if (isWrong(thrown)) attempts.wrong()
    throw thrown
  })

const isWrong = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'wrong_passphrase'
