import { join } from 'node:path'
import { SatchelError } from '../platform/errors.ts'
import { checkDatabase, type DatabaseKey } from '../storage/index.ts'
import { writeRecord, type FoundBackup } from './base/names.ts'
import { filesFolder, isIntact, readThrough } from './base/other-files.ts'

/**
 * Opens a backup with the key of the data and checks all of it: every page of the database, and that no file has changed. Records the time if possible.
 *
 * @throws SatchelError `backup_damaged`; `database_key_missing`, `database_key_wrong` for one encrypted with another key
 */
export const checkBackup = (backup: FoundBackup, key: DatabaseKey | null, at: string): void => {
  const { name, folder, record } = backup
  const damaged = (problem: string, cause?: unknown): SatchelError =>
    new SatchelError('backup_damaged', { params: { name, problem }, cause })
  const path = join(folder, name)
  try {
    checkDatabase(path, key)
  } catch (cause) {
    if (cause instanceof SatchelError && cause.code === 'database_corrupt')
      throw damaged(String(cause.params['problem']), cause)
    throw cause
  }
  if (record === null) return
  if (record.database !== null && readThrough(path).sha256 !== record.database.sha256)
    throw damaged('state.db')
  for (const file of record.files)
    if (!isIntact(join(filesFolder(folder), file.sha256), file.sha256)) throw damaged(file.path)
  try {
    writeRecord(folder, name, { ...record, checkedAt: at })
  } catch {
    // A backup on a full or read-only disk is still valid.
  }
}
