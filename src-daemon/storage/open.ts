import BetterSqlite3 from 'better-sqlite3'
import { storageFailure } from './failure.ts'
import { inspect } from './inspect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** One SQLite connection; calls are synchronous. */
export type Database = BetterSqlite3.Database

export interface StorageLog {
  info(data: object, message: string): void
}

export interface OpenDatabaseInput {
  /** Absolute path of the file; its directory exists. Made when absent. */
  readonly path: string
  readonly log?: StorageLog | undefined
  /** The steps of the format; ours unless told. */
  readonly steps?: readonly string[]
}

/**
 * Opens the database, bringing an older format up to date after copying it to `backups/`. What is committed is on the
 * disk (`synchronous=FULL`). A file that is damaged, newer, or not ours is refused and stays byte for byte as it is.
 *
 * @throws SatchelError `database_corrupt`, `database_newer`, `database_unreadable`, `migration_failed`, `disk_full`
 */
export const openDatabase = ({ path, log, steps = migrations }: OpenDatabaseInput): Database => {
  const found = inspect(path, steps.length)
  let db: Database | undefined
  try {
    db = new BetterSqlite3(path)
    configure(db)
    migrate({ db, path, from: found.kind === 'usable' ? found.version : 0, steps, log })
    return db
  } catch (thrown) {
    db?.close()
    throw storageFailure(path, thrown)
  }
}

const configure = (db: Database): void => {
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // macOS: a plain fsync does not reach the platter.
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  // A burst of writes must not leave a large write-ahead file behind for good.
  db.pragma(`journal_size_limit = ${String(16 * 1024 * 1024)}`)
}
