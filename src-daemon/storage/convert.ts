import { closeSync, existsSync, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { z } from 'zod'
import { changeKey, useKey, type DatabaseKey } from './cipher.ts'
import { corrupt, storageFailure } from './failure.ts'
import { databaseKind, inspect } from './inspect.ts'
import { foldWriteAheadFile, isSameFile } from './migrate.ts'
import { storeFiles, type StoreFiles } from './store-files.ts'

export interface ConvertInput {
  readonly path: string
  /** The current key; null if the file isn't encrypted. */
  readonly from: DatabaseKey | null
  /** The new key; null to decrypt the file. */
  readonly to: DatabaseKey | null
  readonly files?: StoreFiles | undefined
}

/**
 * Encrypts the database at `path`, or decrypts it: on a copy beside it, which replaces it once it is complete and
 * checked. The old file is overwritten before it is removed. If interrupted, even by a power cut, the complete old or
 * new database is at `path`; `clearConversion` removes the rest. No other program may have it open.
 *
 * @throws SatchelError `database_corrupt`, `database_unreadable`, `disk_full`, with the database unchanged
 */
export const convertDatabase = ({ path, from, to, files = storeFiles }: ConvertInput): void => {
  clearConversion(path, files)
  inspect(path, from)
  try {
    foldWriteAheadFile(path, from)
    const copy = copyName(path)
    files.copy(path, copy)
    rewriteDatabase(copy, from, to)
    files.sync(copy)
    // A second name for the old file, so that it can still be overwritten when the new one has replaced it.
    files.link(path, oldName(path))
    files.syncDirectory(dirname(path))
    files.rename(copy, path)
    files.syncDirectory(dirname(path))
  } catch (thrown) {
    throw storageFailure(path, thrown)
  } finally {
    clearConversion(path, files)
  }
}

/** Removes leftovers of a conversion of `path`, and overwrites unencrypted ones. */
export const clearConversion = (path: string, files: StoreFiles = storeFiles): void => {
  const old = oldName(path)
  // A second name of the database itself: the exchange did not happen.
  if (existsSync(old))
    if (isSameFile(old, path)) files.remove(old)
    else discard(old, files)
  for (const suffix of ['', '-journal', '-wal', '-shm']) {
    const left = `${copyName(path)}${suffix}`
    if (existsSync(left)) discard(left, files)
  }
}

const copyName = (path: string): string => `${path}.converting`
const oldName = (path: string): string => `${path}.converted`

/**
 * Encrypts, decrypts or rekeys a private copy in place; if that fails, the file is unusable.
 *
 * @throws SatchelError `database_corrupt`; what SQLite throws
 */
export const rewriteDatabase = (copy: string, from: DatabaseKey | null, to: DatabaseKey | null): void => {
  const before = contentOf(copy, from)
  const db = new BetterSqlite3(copy)
  try {
    useKey(db, from)
    // A single file, synced once at the end: an interrupted copy is thrown away.
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = OFF')
    changeKey(db, to)
  } finally {
    db.close()
  }
  if (databaseKind(copy) !== (to === null ? 'plain' : 'encrypted') || contentOf(copy, to) !== before)
    throw corrupt(copy, 'the converted copy is not the same')
}

/** Checks every page, and gives what must be the same before and after. */
const contentOf = (path: string, key: DatabaseKey | null): string => {
  const db = new BetterSqlite3(path)
  try {
    useKey(db, key)
    const problem = z.string().parse(db.pragma('quick_check(1)', { simple: true }))
    if (problem !== 'ok') throw corrupt(path, problem)
    const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').raw().all()
    const numbers = ['application_id', 'user_version'].map((name) => db.pragma(name, { simple: true }))
    return JSON.stringify([numbers, schema])
  } finally {
    db.close()
  }
}

const BLOCK = Buffer.alloc(1024 * 1024)

/** Overwrites a file with zeros and removes it. Disks that write elsewhere keep copies. */
const discard = (path: string, files: StoreFiles): void => {
  const file = openSync(path, 'r+')
  try {
    const { size } = fstatSync(file)
    for (let at = 0; at < size; at += BLOCK.length)
      writeSync(file, BLOCK, 0, Math.min(BLOCK.length, size - at), at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  files.remove(path)
}
