import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DataContents } from '../contract/backups.ts'
import {
  databaseKind,
  rewriteDatabase,
  storeFiles,
  writeFailure,
  type DatabaseKey,
  type StoreFiles,
} from '../storage/index.ts'
import { checkBackup } from './check.ts'
import { openCopy } from './base/copies.ts'
import { contentsOf, markAsCopy, presentContents } from './base/contents.ts'
import type { FoundBackup } from './base/names.ts'
import { bringBackFiles } from './base/other-files.ts'
import { finishReplacement, incomingFolder, REHEARSAL } from './base/replacement.ts'

/** What a restore replaces: the database, and SQLite's files beside it. */
export const RESTORED = ['state.db', 'state.db-wal', 'state.db-shm', 'state.db-journal']

export interface RestoreInput {
  readonly dataDir: string
  readonly database: string
  /** Of the data. */
  readonly key: DatabaseKey | null
  readonly backup: FoundBackup
  /** ISO 8601. */
  readonly at: string
  readonly files?: StoreFiles | undefined
}

/**
 * Prepares a restore: puts the backup's database, checked, converted to the current format and marked as a copy, into `incoming/`,
 * encrypted if `encrypt`, and restores files missing in the data folder. Changes no existing file.
 *
 * @throws SatchelError those of `checkBackup`; `database_newer`, `disk_full`
 */
export const prepareRestore = (input: RestoreInput & { readonly encrypt: boolean }): void => {
  const { dataDir, key, backup, at, encrypt, files = storeFiles } = input
  finishReplacement(dataDir, files)
  checkBackup(backup, key, at)
  const incoming = incomingFolder(dataDir)
  try {
    files.makeDirectory(incoming)
    const path = join(incoming, 'state.db')
    files.copy(join(backup.folder, backup.name), path)
    openCopy(path, key, markAsCopy)
    rmSync(join(incoming, 'backups'), { recursive: true, force: true })
    if (encrypt !== (databaseKind(path) === 'encrypted') && key !== null)
      rewriteDatabase(path, encrypt ? null : key, encrypt ? key : null)
    files.sync(path)
    files.syncDirectory(incoming)
    bringBackFiles({ ...backup, files: backup.record?.files ?? [] }, dataDir, files)
  } catch (thrown) {
    // Asks whether the disk is full before there is room again.
    const failure = writeFailure(incoming, thrown)
    finishReplacement(dataDir, files)
    throw failure
  }
}

/** A rehearsal of a restore: what the backup holds, and the current data it would replace. */
export interface Rehearsed {
  readonly holds: DataContents
  readonly present: DataContents | null
  readonly since: { readonly changes: number; readonly messages: number } | null
}

/** Performs a restore in a separate folder, and removes that. Errors: those of `prepareRestore`. */
export const rehearseRestore = ({ dataDir, database, key, backup, at }: RestoreInput): Rehearsed => {
  checkBackup(backup, key, at)
  // Not in the system's temporary folder: unencrypted data must not leave the data folder.
  const folder = mkdtempSync(join(dataDir, REHEARSAL))
  try {
    const path = join(folder, 'state.db')
    storeFiles.copy(join(backup.folder, backup.name), path)
    const holds = openCopy(path, key, contentsOf)
    const present = presentContents(
      database,
      databaseKind(database) === 'plain' ? null : key,
      backup.createdAt,
    )
    return { holds, present: present?.contents ?? null, since: present?.since ?? null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
