import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomic } from '../platform/files.ts'
import { convertDatabase, databaseKind, type DatabaseKey } from '../storage/index.ts'
import { isBackupName, namesIn, readRecord, recordName, type BackupRecord } from './base/names.ts'
import { readThrough } from './base/other-files.ts'

/** The databases of the backups in these folders. */
export const backupDatabases = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders)].flatMap((folder) =>
    namesIn(folder)
      .filter(isBackupName)
      .map((name) => join(folder, name)),
  )

/** Encrypts or decrypts the database of a backup with `convertDatabase`. Until that is done, its record has no hash of it. */
export const convertBackup = (path: string, from: DatabaseKey | null, to: DatabaseKey | null): void => {
  const recordPath = join(dirname(path), recordName(basename(path)))
  const record = readRecord(recordPath)
  const note = (database: BackupRecord['database']): void => {
    if (record !== null && existsSync(recordPath))
      writeFileAtomic(recordPath, `${JSON.stringify({ ...record, database })}\n`)
  }
  note(null)
  convertDatabase({ path, from, to })
  note({ sha256: readThrough(path).sha256, encrypted: databaseKind(path) === 'encrypted' })
}
