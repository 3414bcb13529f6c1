import BetterSqlite3 from 'better-sqlite3'
import { storageFailure } from './failure.ts'
import { inspect } from './inspect.ts'
import { clearLeftovers, create, migrate } from './migrate.ts'
import type { MigrationStep } from './schema/step.ts'
import type { StorageLog } from './log.ts'
import { migrations } from './schema/index.ts'

/** One SQLite connection; calls are synchronous. `readonly` where a newer Satchel wrote the file: see `newerFormat`. */
export type Database = BetterSqlite3.Database

export interface OpenDatabaseInput {
  /** Absolute path of the file; its directory exists. Made when absent. */
  readonly path: string
  readonly log?: StorageLog | undefined
  /** The steps of the format; ours unless told. */
  readonly steps?: readonly MigrationStep[]
}

/** The format of a store that is newer than what this program knows. */
export interface NewerFormat {
  readonly found: number
  readonly supported: number
}

/**
 * Opens the database, bringing an older format up to date on a copy (see `migrate`). What is committed is on the disk
 * (`synchronous=FULL`). A newer format is opened for reading only, which `newerFormat` tells. A file that is damaged or not
 * ours is refused and stays byte for byte as it is.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`, `migration_failed`, `disk_full`
 */
export const openDatabase = ({ path, log, steps = migrations }: OpenDatabaseInput): Database => {
  const found = inspect(path)
  const version = found.kind === 'usable' ? found.version : 0
  if (version > steps.length) return openNewer(path, { found: version, supported: steps.length })
  let db: Database | undefined
  try {
    clearLeftovers(path)
    if (version > 0 && version < steps.length) migrate({ path, from: version, steps, log })
    db = new BetterSqlite3(path)
    configure(db)
    if (version === 0) create(db, steps)
    db.pragma('foreign_keys = ON')
    return db
  } catch (thrown) {
    db?.close()
    throw storageFailure(path, thrown)
  }
}

/** What `db` was written with, where that is newer than this program; else null. */
export const newerFormat = (db: Database): NewerFormat | null => newer.get(db) ?? null

const newer = new WeakMap<Database, NewerFormat>()

const openNewer = (path: string, format: NewerFormat): Database => {
  try {
    const db = new BetterSqlite3(path, { readonly: true })
    db.pragma('busy_timeout = 5000')
    newer.set(db, format)
    return db
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}

const configure = (db: Database): void => {
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  // What is committed, and what a checkpoint moved, is on the disk; also on macOS, where a plain fsync does not reach the platter.
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  // What was purged is not to be found in free pages. Updates cost the same: these pages are written anyway.
  db.pragma('secure_delete = ON')
  // Moving pages from the write-ahead file waits for the disk twice, and a page that changed often moves once: so a fourth as often
  // as SQLite would. More would not fit one table of its index any more.
  db.pragma('wal_autocheckpoint = 4000')
  // An update reads and writes pages all over a large store: four times as many are kept as SQLite would, where there are as many.
  db.pragma('cache_size = -65536')
  // A burst of writes must not leave a large write-ahead file behind for good.
  db.pragma(`journal_size_limit = ${String(16 * 1024 * 1024)}`)
}
