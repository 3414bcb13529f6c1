import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { corrupt, storageFailure } from './failure.ts'

/** `Stch`, in `PRAGMA application_id`: tells our database from any other SQLite file at that path. */
export const APPLICATION_ID = 0x53746368

/**
 * Up to this size every page is checked at each start; measured at under 1 ms per MiB, so at most some 25 ms of the
 * 600 ms a start may take. A larger file is checked in full only after an unclean shutdown: that is when a torn page can
 * have appeared, and SQLite still reports any damaged page it meets later.
 */
const ALWAYS_CHECKED_BYTES = 24 * 1024 * 1024

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const APPLICATION_ID_AT = 68

/** `version`: steps the format has; 0 where there is nothing in it yet. */
export type Inspection = { readonly kind: 'absent' } | { readonly kind: 'usable'; readonly version: number }

/**
 * Looks at the database at `path` and changes no byte of it nor of its `-wal`, whatever it finds, but for undoing what
 * `undoUnfinished` tells of. A write-ahead file is left over only when the last process did not close the database, which is how an
 * unclean shutdown is known.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`
 */
export const inspect = (path: string): Inspection => {
  try {
    if (sizeOf(`${path}-journal`) > 0) undoUnfinished(path)
    const bytes = sizeOf(path)
    const unclean = sizeOf(`${path}-wal`) > 0
    if (bytes === 0) {
      // SQLite would delete a write-ahead file that has no database; it may hold the only copy of something.
      if (unclean) throw corrupt(path, 'a write-ahead file (-wal) is there without its database')
      return { kind: 'absent' }
    }
    const header = readHeader(path)
    checkHeader(path, header, bytes, unclean)
    const everyPage = unclean || bytes <= ALWAYS_CHECKED_BYTES
    const version = everyPage ? null : versionIn(header)
    return { kind: 'usable', version: version ?? checkContent(path, everyPage) }
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}

/**
 * A new or migrated database is told to write ahead in a transaction with a rollback journal. Where that was cut off, the journal holds what
 * stood there before, and SQLite puts it back for whoever may write: without that nobody could read the database any more. What
 * belongs to another program is that program's to mend.
 */
const undoUnfinished = (path: string): void => {
  if (sizeOf(path) < HEADER_BYTES) return
  const header = readHeader(path)
  const application = header.readUInt32BE(APPLICATION_ID_AT)
  if (!isSqlite(header) || (application !== APPLICATION_ID && application !== 0)) return
  const db = new BetterSqlite3(path, { fileMustExist: true })
  try {
    readInteger(db, 'user_version')
  } finally {
    db.close()
  }
}

const sizeOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isFile())
    throw new SatchelError('database_unreadable', { params: { path, problem: 'it is not a file' } })
  return found.size
}

const readHeader = (path: string): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES)
      throw corrupt(path, 'it is shorter than its header')
  } finally {
    closeSync(file)
  }
  return header
}

/**
 * What `user_version` says in the header of our database, where nothing in a write-ahead file can say otherwise: a
 * connection of its own only to ask for it takes as long as the rest of an opening. Null where SQLite is to be asked.
 */
const versionIn = (header: Buffer): number | null => {
  const writesAhead = header[18] === 2 && header[19] === 2
  return writesAhead && header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
    ? header.readInt32BE(60)
    : null
}

const isSqlite = (header: Buffer): boolean => header.toString('latin1', 0, MAGIC.length) === MAGIC

/** File format of SQLite, 1.3: magic, page size, and that no page is cut off. */
const checkHeader = (path: string, header: Buffer, bytes: number, unclean: boolean): void => {
  if (!isSqlite(header)) throw corrupt(path, 'it is not an SQLite database')
  const declaredPageSize = header.readUInt16BE(16)
  const pageSize = declaredPageSize === 1 ? 65_536 : declaredPageSize
  const pages = header.readUInt32BE(28)
  // After a crash the write-ahead file may hold the pages that are missing here; the full check judges both together.
  if (!unclean && bytes < pages * pageSize) throw corrupt(path, 'its end is missing')
}

/**
 * A read-only connection reads through the write-ahead file and never moves its pages into the database. Where there was
 * none it makes an empty one and cannot remove it again, so that is done here.
 */
const checkContent = (path: string, everyPage: boolean): number => {
  const companions = [`${path}-wal`, `${path}-shm`].filter((name) => !existsSync(name))
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    const application = readInteger(db, 'application_id')
    const version = readInteger(db, 'user_version')
    const tables = z.int().parse(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
    if (application !== APPLICATION_ID && (application !== 0 || tables > 0))
      throw corrupt(path, 'it belongs to another program')
    if (everyPage) checkPages(path, db)
    // Nothing is in it yet, whatever number somebody gave it.
    return application === APPLICATION_ID ? version : 0
  } finally {
    db.close()
    if (companions.includes(`${path}-wal`)) for (const name of companions) rmSync(name, { force: true })
  }
}

/** Reads every page and what ties them together. */
const checkPages = (path: string, db: BetterSqlite3.Database): void => {
  const problem = z.string().parse(db.pragma('quick_check(1)', { simple: true }))
  if (problem !== 'ok') throw corrupt(path, problem.replaceAll(/\s+/g, ' ').trim())
}

const readInteger = (db: BetterSqlite3.Database, pragma: string): number =>
  z.int().parse(db.pragma(pragma, { simple: true }))
