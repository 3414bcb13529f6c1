import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupDatabases, convertBackup } from '../backups/index.ts'
import type { EncryptionStatus } from '../contract/encryption.ts'
import type { Language } from '../contract/language.ts'
import {
  changeEncryptionFile,
  openDataKey,
  readEncryptionFile,
  setAsideDamagedEncryptionFile,
  type EncryptionFile,
  type KeyStores,
} from '../identity/index.ts'
import { SatchelError, toErrorView, toSatchelError } from '../platform/errors.ts'
import type { DataPaths } from '../platform/paths.ts'
import { readConfig } from '../settings/index.ts'
import { clearConversion, convertDatabase, databaseKind, type DatabaseKey } from '../storage/index.ts'
import type { DaemonInput } from './ground.ts'

/** The key that the data is opened with; null if it is not encrypted. `unattended`: see `openDataKey`. */
export interface FoundKey {
  readonly key: DatabaseKey | null
  readonly unattended: boolean
}

type KeyOfData =
  | ({ readonly kind: 'open' } & FoundKey)
  | Exclude<Awaited<ReturnType<typeof openDataKey>>, { kind: 'open' }>

const NONE: KeyOfData = { kind: 'open', key: null, unattended: false }

/**
 * Finds or creates the key of the data: for a new database, an encrypted one, and one to be encrypted.
 * Errors: those of `openDataKey`.
 */
export const keyOfData = async (input: DaemonInput, stores: KeyStores): Promise<KeyOfData> => {
  const { dataDir, database: path } = input.paths
  clearConversion(path)
  const kind = databaseKind(path)
  if (kind === 'plain' || kind === 'absent') replaceDamagedFile(input)
  if (kind === 'other' || (kind === 'plain' && readEncryptionFile(dataDir).wanted !== 'encrypted'))
    return NONE
  const { vaultPassphrase, passphrases, log } = input
  try {
    const found = await openDataKey({
      ...stores,
      dataDir,
      path,
      vaultPassphrase,
      passphrases,
      inUse: kind === 'encrypted',
    })
    if (found.kind === 'needs_vault' && found.unlockProblem !== null)
      log.warn({ code: found.unlockProblem.code }, 'SATCHEL_VAULT_PASSPHRASE did not open the vault')
    return found
  } catch (thrown) {
    if (kind !== 'plain') throw thrown
    // Unencrypted data is opened as it is, even if encrypting it was requested and failed.
    giveUp(input, thrown)
    return NONE
  }
}

/** If nothing is encrypted, `encryption.json` contains only the request. */
const replaceDamagedFile = ({ paths, log }: DaemonInput): void => {
  const damage = setAsideDamagedEncryptionFile(paths.dataDir, new Date())
  if (damage !== null) log.warn({ err: damage }, 'a damaged encryption.json was set aside')
}

/**
 * Encrypts or decrypts the data if requested: the copies beside the database first, so that an interrupted
 * conversion continues at the next start. If it fails, the data is opened as it is, and the problem is stored.
 */
export const convertAsWanted = (input: DaemonInput, key: DatabaseKey | null): void => {
  const { dataDir, database } = input.paths
  if (key === null) return
  const { wanted } = readEncryptionFile(dataDir)
  if (wanted === null) return
  const [from, to] = wanted === 'encrypted' ? [null, key] : [key, null]
  try {
    const due = (path: string): boolean => databaseKind(path) === (from === null ? 'plain' : 'encrypted')
    for (const path of backupsOf(input.paths).filter(due)) convertBackup(path, from, to)
    for (const path of [...setAside(input.paths), database].filter(due)) convertDatabase({ path, from, to })
    // A cache, which is filled again.
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(dataDir, `marketplace.db${suffix}`), { force: true })
    changeEncryptionFile(dataDir, { wanted: null, problem: null })
    input.log.info({ wanted }, 'the data was converted')
  } catch (thrown) {
    giveUp(input, thrown)
  }
}

const giveUp = ({ paths, log }: DaemonInput, thrown: unknown): void => {
  const { code, params } = toSatchelError(thrown)
  log.error({ err: thrown, code }, 'the data could not be encrypted or decrypted')
  changeEncryptionFile(paths.dataDir, { wanted: null, problem: { code, params } })
}

/** Backups, and databases that were set aside. */
const copiesOf = (paths: DataPaths): readonly string[] => [...backupsOf(paths), ...setAside(paths)]

const backupsOf = ({ dataDir, backupsDir, config }: DataPaths): readonly string[] => {
  const { backupFolder } = readConfig(config).config
  return backupDatabases(dataDir, backupFolder === '' ? [backupsDir] : [backupsDir, backupFolder])
}

const setAside = ({ dataDir, database }: DataPaths): readonly string[] =>
  readdirSync(dataDir)
    .filter((file) => file.startsWith(`${basename(database)}.kept-`) && !/-(wal|shm)$/.test(file))
    .map((file) => join(dataDir, file))

/** Whether the data is encrypted, and what the owner wants. */
export interface Encryption {
  status(language: Language): EncryptionStatus
  /** Requests the conversion that the next start performs. Errors: `already_encrypted`, `not_encrypted`. */
  want(to: 'encrypted' | 'plain'): void
  /** Declines the offer to encrypt. */
  decline(): void
}

/** What is known even if the file is damaged. */
const readOrProblem = (dataDir: string): Pick<EncryptionFile, 'key' | 'wanted' | 'problem' | 'declined'> => {
  try {
    return readEncryptionFile(dataDir)
  } catch (thrown) {
    const { code, params } = toSatchelError(thrown)
    return { key: null, wanted: null, problem: { code, params }, declined: true }
  }
}

export const createEncryption = (paths: DataPaths): Encryption => ({
  status: (language) => {
    const kind = databaseKind(paths.database)
    const { key, wanted, problem, declined } = readOrProblem(paths.dataDir)
    return {
      encrypted: kind === 'absent' ? null : kind === 'encrypted',
      keyIn: key?.stored === true ? key.backend : null,
      keyBackedUpAt: key?.stored === true ? key.backedUpAt : null,
      offered: kind === 'plain' && wanted === null && !declined,
      readableCopies: copiesOf(paths).filter((path) => databaseKind(path) === 'plain'),
      problem: problem === null ? null : toErrorView(new SatchelError(problem.code, problem), language),
    }
  },
  want: (to) => {
    const isEncrypted = databaseKind(paths.database) === 'encrypted'
    if (isEncrypted === (to === 'encrypted'))
      throw new SatchelError(isEncrypted ? 'already_encrypted' : 'not_encrypted')
    // Who decrypted it by choice needs no offer.
    changeEncryptionFile(paths.dataDir, { wanted: to, problem: null, declined: to === 'plain' })
  },
  decline: () => {
    changeEncryptionFile(paths.dataDir, { declined: true })
  },
})
