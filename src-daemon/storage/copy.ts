import { statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { useKey, type DatabaseKey } from './cipher.ts'
import { corrupt, storageFailure } from './failure.ts'
import { APPLICATION_ID, databaseKind, firstRead, needed } from './inspect.ts'
import { openForReading } from './open.ts'

/**
 * Copies the database at `path`, which may be in use, to the new file `target`, encrypted with the same key: a consistent
 * snapshot without free pages. SQLite's backup API can't copy an encrypted database, so it uses `VACUUM INTO`. It takes about
 * 3 ms per MB in one piece, so it belongs in a worker thread; its result isn't synced.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`, `disk_full`; a partial file stays
 */
export const copyDatabase = (path: string, key: DatabaseKey | null, target: string): void => {
  try {
    const db = openForReading(path, databaseKind(path) === 'plain' ? null : key)
    try {
      db.prepare('VACUUM INTO ?').run(target)
    } finally {
      db.close()
    }
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}

/** Facts about a complete database. */
export interface WholeDatabase {
  /** The number of migration steps it has. */
  readonly format: number
  readonly encrypted: boolean
  readonly bytes: number
}

/**
 * Checks every page, index and reference of a database that nothing writes to, and that it is ours; an encrypted one is opened with `key`.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`, `database_key_missing`, `database_key_wrong`
 */
export const checkDatabase = (path: string, key: DatabaseKey | null): WholeDatabase => {
  const kind = databaseKind(path)
  if (kind === 'absent' || kind === 'other') throw corrupt(path, 'it is not an SQLite database')
  const encrypted = kind === 'encrypted' ? needed(path, key) : null
  try {
    const db = new BetterSqlite3(path, { readonly: true, fileMustExist: true })
    try {
      useKey(db, encrypted)
      firstRead(path, db, encrypted)
      const number = (pragma: string): number => z.int().parse(db.pragma(pragma, { simple: true }))
      if (number('application_id') !== APPLICATION_ID) throw corrupt(path, 'it belongs to another program')
      const pages = z.string().parse(db.pragma('integrity_check(1)', { simple: true }))
      if (pages !== 'ok') throw corrupt(path, pages.replaceAll(/\s+/g, ' ').trim())
      const orphans = z.array(z.unknown()).parse(db.pragma('foreign_key_check'))
      if (orphans.length > 0) throw corrupt(path, `${String(orphans.length)} rows point nowhere`)
      return { format: number('user_version'), encrypted: encrypted !== null, bytes: statSync(path).size }
    } finally {
      db.close()
    }
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}
