import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { HEADER_BYTES, kindOfHeader, useKey, type DatabaseKey } from './cipher.ts'
import { openPages } from './damaged/pages.ts'
import { corrupt, storageFailure } from './failure.ts'

/** `Stch`, in `PRAGMA application_id`: distinguishes our database from any other SQLite file at that path. */
export const APPLICATION_ID = 0x53746368

/**
 * Up to this size every page is checked at each start: measured at under 1 ms per MiB, that is at most some 25 ms of
 * the 600 ms a start may take. A larger file is checked in full only after an unclean shutdown, when a torn page can
 * have appeared; SQLite reports any other damaged page when it reads it.
 */
const ALWAYS_CHECKED_BYTES = 24 * 1024 * 1024

const APPLICATION_ID_AT = 68

/** `version`: the number of migration steps the file has; 0 if it is empty. */
export type Inspection = { readonly kind: 'absent' } | { readonly kind: 'usable'; readonly version: number }

/**
 * Examines the database at `path` without changing a byte of it or its `-wal`, except for what `undoUnfinished` does. A
 * write-ahead file remains only if the last process did not close the database; that is how we detect an unclean
 * shutdown.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`; `database_key_missing` for an encrypted file without
 * `key`, `database_key_wrong` if that doesn't open it
 */
export const inspect = (path: string, key: DatabaseKey | null): Inspection => {
  try {
    if (sizeOf(`${path}-journal`) > 0) undoUnfinished(path, key)
    const bytes = sizeOf(path)
    const unclean = sizeOf(`${path}-wal`) > 0
    if (bytes === 0) {
      // SQLite would delete a write-ahead file without a database, and it may hold the only copy of something.
      if (unclean) throw corrupt(path, 'a write-ahead file (-wal) is there without its database')
      return { kind: 'absent' }
    }
    const header = readHeader(path)
    const everyPage = unclean || bytes <= ALWAYS_CHECKED_BYTES
    if (kindOfHeader(header) === 'encrypted')
      return {
        kind: 'usable',
        version: checkContent({ path, key: needed(path, key), everyPage, bytes, unclean }),
      }
    checkHeader(path, header, bytes, unclean)
    const version = everyPage ? null : versionIn(header)
    return {
      kind: 'usable',
      version: version ?? checkContent({ path, key: null, everyPage, bytes, unclean }),
    }
  } catch (thrown) {
    throw storageFailure(path, thrown)
  }
}

/**
 * Whether the database is encrypted with `key`, even if it is damaged. Changes as little as `inspect`.
 *
 * @throws SatchelError `database_unreadable`, `disk_full`
 */
export const keyFits = (path: string, key: DatabaseKey): boolean => {
  try {
    inspect(path, key)
    return true
  } catch (thrown) {
    const code = thrown instanceof SatchelError ? thrown.code : null
    if (code === 'database_key_wrong') return false
    if (code === 'database_corrupt') return true
    throw thrown
  }
}

/**
 * Switching a new or migrated database to write-ahead mode is a transaction with a rollback journal. If that was
 * interrupted, the journal holds the earlier content, and SQLite restores it for any connection that may write;
 * read-only connections could no longer open the database. We leave databases of other programs alone.
 */
const undoUnfinished = (path: string, key: DatabaseKey | null): void => {
  if (sizeOf(path) < HEADER_BYTES) return
  const header = readHeader(path)
  const kind = kindOfHeader(header)
  const application = header.readUInt32BE(APPLICATION_ID_AT)
  if (kind === 'other' || (kind === 'plain' && application !== APPLICATION_ID && application !== 0)) return
  const db = new BetterSqlite3(path, { fileMustExist: true })
  try {
    const used = kind === 'encrypted' ? needed(path, key) : null
    useKey(db, used)
    firstRead(path, db, used)
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
 * The `user_version` in the header of our database, if no write-ahead file can override it: a connection just to query
 * it would take as long as the rest of opening. Null if SQLite must be queried.
 */
const versionIn = (header: Buffer): number | null => {
  const writesAhead = header[18] === 2 && header[19] === 2
  return writesAhead && header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
    ? header.readInt32BE(60)
    : null
}

/** Checks the SQLite file format (1.3): magic, page size, and that no page is cut off. */
const checkHeader = (path: string, header: Buffer, bytes: number, unclean: boolean): void => {
  if (kindOfHeader(header) !== 'plain') throw corrupt(path, 'it is not an SQLite database')
  const declaredPageSize = header.readUInt16BE(16)
  const pageSize = declaredPageSize === 1 ? 65_536 : declaredPageSize
  const pages = header.readUInt32BE(28)
  // After a crash the write-ahead file may hold the pages that are missing here; the full check covers both together.
  if (!unclean && bytes < pages * pageSize) throw corrupt(path, 'its end is missing')
}

interface Content {
  readonly path: string
  readonly key: DatabaseKey | null
  readonly everyPage: boolean
  readonly bytes: number
  /** The last process did not close the database. */
  readonly unclean: boolean
}

/** Errors: `database_key_missing`. */
export const needed = (path: string, key: DatabaseKey | null): DatabaseKey => {
  if (key === null) throw new SatchelError('database_key_missing', { params: { path } })
  return key
}

/**
 * Reads the first page; `encrypted`: its key. If neither it nor another page can be decrypted, the key belongs to another
 * file: that isn't damage, and must not be reported as such.
 */
export const firstRead = (path: string, db: BetterSqlite3.Database, encrypted: DatabaseKey | null): void => {
  try {
    readInteger(db, 'user_version')
  } catch (cause) {
    if (encrypted === null || !(cause instanceof BetterSqlite3.SqliteError) || cause.code !== 'SQLITE_NOTADB')
      throw cause
    if (opensAnother(path, encrypted)) throw corrupt(path, 'its first page is damaged', cause)
    throw new SatchelError('database_key_wrong', { params: { path }, cause })
  }
}

/** So many pages can be damaged at the beginning before the key counts as wrong. */
const PAGES_TRIED = 64

const opensAnother = (path: string, key: DatabaseKey): boolean => {
  const pages = openPages(path, key)
  try {
    for (let page = 2; page <= Math.min(pages.count, PAGES_TRIED); page++)
      if (pages.read(page) !== null) return true
    return false
  } finally {
    pages.close()
  }
}

/**
 * A read-only connection reads through the write-ahead file and never moves its pages into the database. If there was
 * none, SQLite makes an empty one and cannot remove it, so we do.
 */
const checkContent = ({ path, key, everyPage, bytes, unclean }: Content): number => {
  const companions = [`${path}-wal`, `${path}-shm`].filter((name) => !existsSync(name))
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    useKey(db, key)
    firstRead(path, db, key)
    // The header of an encrypted file doesn't say how long the file should be.
    if (key !== null && !unclean && bytes < readInteger(db, 'page_count') * readInteger(db, 'page_size'))
      throw corrupt(path, 'its end is missing')
    const application = readInteger(db, 'application_id')
    const version = readInteger(db, 'user_version')
    const tables = z.int().parse(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
    if (application !== APPLICATION_ID && (application !== 0 || tables > 0))
      throw corrupt(path, 'it belongs to another program')
    if (everyPage) checkPages(path, db)
    // It is still empty, whatever its version number.
    return application === APPLICATION_ID ? version : 0
  } finally {
    db.close()
    if (companions.includes(`${path}-wal`)) for (const name of companions) rmSync(name, { force: true })
  }
}

/** Checks every page and the links between pages. */
const checkPages = (path: string, db: BetterSqlite3.Database): void => {
  const problem = z.string().parse(db.pragma('quick_check(1)', { simple: true }))
  if (problem !== 'ok') throw corrupt(path, problem.replaceAll(/\s+/g, ' ').trim())
}

const readInteger = (db: BetterSqlite3.Database, pragma: string): number =>
  z.int().parse(db.pragma(pragma, { simple: true }))

/** What is at `path`, by its first bytes: nothing, an SQLite database, an encrypted one, or something else. */
export const databaseKind = (path: string): 'absent' | 'plain' | 'encrypted' | 'other' => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return 'absent'
  return size < HEADER_BYTES ? 'other' : kindOfHeader(readHeader(path))
}
