import { SatchelError } from '../../platform/errors.ts'
import { newerFormat, openDatabase, type Database, type DatabaseKey } from '../../storage/index.ts'

/**
 * Opens a copy as the daemon opens its data, older formats brought up to date, and leaves it in one file.
 *
 * @throws SatchelError `database_newer`; those of `openDatabase`
 */
export const openCopy = <T>(path: string, key: DatabaseKey | null, use: (db: Database) => T): T => {
  const db = openDatabase({ path, key })
  try {
    const newer = newerFormat(db)
    if (newer !== null) throw new SatchelError('database_newer', { params: { path, ...newer } })
    return use(db)
  } finally {
    if (!db.readonly) db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }
}
