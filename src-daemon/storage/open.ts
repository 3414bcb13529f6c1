import BetterSqlite3 from 'better-sqlite3'
import { SatchelError } from '../platform/errors.ts'
import { useKey, type DatabaseKey } from './cipher.ts'
import { isDiskFull, storageFailure } from './failure.ts'
import { databaseKind, inspect } from './inspect.ts'
import { clearLeftovers, create, migrate } from './migrate.ts'
import type { MigrationStep } from './schema/step.ts'
import type { StorageLog } from './log.ts'
import { migrations } from './schema/index.ts'

/** One SQLite connection; calls are synchronous. `readonly` if a newer Satchel wrote the file: see `newerFormat`. */
export type Database = BetterSqlite3.Database

export interface OpenDatabaseInput {
  /** Absolute path of the file, in an existing directory. Created if absent. */
  readonly path: string
  /** Encrypts a new file and opens an encrypted one; one that is not encrypted is opened without it. */
  readonly key?: DatabaseKey | null
  readonly log?: StorageLog | undefined
  /** Opens it for reading only while the disk is full: see `waitsForRoom`. */
  readonly readIfFull?: boolean
  /** The migration steps; ours by default. */
  readonly steps?: readonly MigrationStep[]
}

/** The format of a store that is newer than this program. */
export interface NewerFormat {
  readonly found: number
  readonly supported: number
}

/**
 * Opens the database, and migrates an older format on a copy (see `migrate`). Commits are durable (`synchronous=FULL`).
 * A newer format is opened for reading only, see `newerFormat`. A damaged or foreign file is refused and stays
 * unchanged.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`, `database_key_missing`, `database_key_wrong`,
 * `migration_failed`, `disk_full`
 */
export const openDatabase = ({
  path,
  key: given = null,
  log,
  readIfFull = false,
  steps = migrations,
}: OpenDatabaseInput): Database => {
  const found = inspect(path, given)
  const key = databaseKind(path) === 'plain' ? null : given
  const version = found.kind === 'usable' ? found.version : 0
  if (version > steps.length) return openNewer(path, key, { found: version, supported: steps.length })
  if (readIfFull && version > 0 && isDiskFull(path)) return openFull(path, key, version === steps.length)
  let db: Database | undefined
  try {
    clearLeftovers(path)
    if (version > 0 && version < steps.length) migrate({ path, key, from: version, steps, log })
    db = connect(path, key)
    configure(db)
    if (version === 0) create(db, steps)
    db.pragma('foreign_keys = ON')
    return db
  } catch (thrown) {
    db?.close()
    throw storageFailure(path, thrown)
  }
}

/** A database in memory with our tables, for what must not be stored. It is gone when it is closed. */
export const openInMemory = (): Database => {
  const db = new BetterSqlite3(':memory:')
  // Or large sorts would be written to files.
  db.pragma('temp_store = MEMORY')
  create(db, migrations)
  db.pragma('foreign_keys = ON')
  return db
}

/** Whether `db` was opened for reading only because the disk is full. */
export const waitsForRoom = (db: Database): boolean => full.has(db)

const full = new WeakSet<Database>()

/** The data can be read without writing, unless the format is older, or SQLite's own files have no space. */
const openFull = (path: string, key: DatabaseKey | null, isPresent: boolean): Database => {
  if (!isPresent) throw new SatchelError('disk_full')
  let db: Database | undefined
  try {
    db = openForReading(path, key)
    db.prepare('SELECT 1 FROM sqlite_schema').get()
    full.add(db)
    return db
  } catch (cause) {
    db?.close()
    throw new SatchelError('disk_full', { cause })
  }
}

/** The format of `db`, if it is newer than this program; else null. */
export const newerFormat = (db: Database): NewerFormat | null => newer.get(db) ?? null

const newer = new WeakMap<Database, NewerFormat>()

/** The key that `db` was opened with; null if its file is not encrypted. */
export const keyOf = (db: Database): DatabaseKey | null => keys.get(db) ?? null

const keys = new WeakMap<Database, DatabaseKey>()

const connect = (path: string, key: DatabaseKey | null, options?: BetterSqlite3.Options): Database => {
  const db = new BetterSqlite3(path, options)
  useKey(db, key)
  if (key !== null) keys.set(db, key)
  return db
}

/** A connection that only reads a file which is open elsewhere. */
export const openForReading = (path: string, key: DatabaseKey | null): Database => {
  const db = connect(path, key, { readonly: true, fileMustExist: true })
  db.pragma('busy_timeout = 5000')
  return db
}

const openNewer = (path: string, key: DatabaseKey | null, format: NewerFormat): Database => {
  try {
    const db = openForReading(path, key)
    newer.set(db, format)
    return db
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}

const configure = (db: Database): void => {
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  // Commits and checkpoints reach the disk; also on macOS, where a plain fsync does not reach the platter.
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
  // Purged data must not remain in free pages. Updates cost the same: they write these pages anyway.
  db.pragma('secure_delete = ON')
  // A checkpoint waits for the disk twice, and moves a page once however often it changed; so we checkpoint a fourth as
  // often as SQLite would. With more pages, the write-ahead index would need a second table.
  db.pragma('wal_autocheckpoint = 4000')
  // An update reads and writes pages all over a large store, so we cache four times as many as SQLite would, if there
  // are as many.
  db.pragma('cache_size = -65536')
  // A burst of writes must not leave a large write-ahead file for good.
  db.pragma(`journal_size_limit = ${String(16 * 1024 * 1024)}`)
}
