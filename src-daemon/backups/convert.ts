import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { convertDatabase, databaseKind, type DatabaseKey } from '../storage/index.ts'
import { findBackups, readRecord, recordName, writeRecord, type BackupRecord } from './base/names.ts'
import { isOwn, ownerOf } from './base/owner.ts'
import { readThrough } from './base/other-files.ts'

/** The databases of this data's backups in these folders. */
export const backupDatabases = (dataDir: string, folders: readonly string[]): readonly string[] =>
  findBackups(folders)
    .filter((backup) => isOwn(backup, { of: ownerOf(dataDir), dataDir }))
    .map(({ folder, name }) => join(folder, name))

/** Encrypts or decrypts the database of a backup with `convertDatabase`. Until that is done, its record has no hash of it. */
export const convertBackup = (path: string, from: DatabaseKey | null, to: DatabaseKey | null): void => {
  const folder = dirname(path)
  const name = basename(path)
  const recordPath = join(folder, recordName(name))
  const record = readRecord(recordPath)
  const note = (database: BackupRecord['database']): void => {
    if (record !== null && existsSync(recordPath)) writeRecord(folder, name, { ...record, database })
  }
  note(null)
  convertDatabase({ path, from, to })
  note({ sha256: readThrough(path).sha256, encrypted: databaseKind(path) === 'encrypted' })
}
