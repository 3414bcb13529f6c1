import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3, { type Database as SqliteDatabase } from 'better-sqlite3'
import { z } from 'zod'
import { SatchelError, toSatchelError } from '../platform/errors.ts'
import { useKey, type DatabaseKey } from './cipher.ts'
import { APPLICATION_ID } from './inspect.ts'
import type { StorageLog } from './log.ts'
import type { MigrationStep } from './schema/step.ts'
import { storeFiles, type StoreFiles } from './store-files.ts'

export interface MigrateInput {
  readonly path: string
  /** The file's key, if it is encrypted; also for the copy and the backup. */
  readonly key?: DatabaseKey | null
  /** The number of steps the file already has: its `PRAGMA user_version`, at least 1. */
  readonly from: number
  readonly steps: readonly MigrationStep[]
  readonly log?: StorageLog | undefined
  readonly files?: StoreFiles | undefined
}

/**
 * Migrates the store at `path` to the current format: on a copy beside it, which replaces the store once it is complete
 * and checked. The old store is kept in `backups/`. If interrupted, even by a power cut, the complete old or new file is
 * at `path`; `clearLeftovers` removes the rest.
 *
 * @throws SatchelError `migration_failed`, `disk_full`, with the store unchanged
 */
export const migrate = (input: MigrateInput): void => {
  const { path, key = null, from, steps, log, files = storeFiles } = input
  let backup: string
  try {
    foldWriteAheadFile(path, key)
    backup = exchange(input)
  } catch (thrown) {
    tidyUp(path, files, log)
    if (toSatchelError(thrown).code === 'disk_full') throw thrown
    const problem = thrown instanceof Error ? thrown.message : String(thrown)
    throw new SatchelError('migration_failed', { params: { problem }, cause: thrown })
  }
  files.syncDirectory(dirname(path))
  tidyUp(path, files, log)
  log?.info({ backup, from, to: steps.length }, 'database migrated; the old one is kept')
}

/** @returns where the old store is kept */
const exchange = ({ path, key = null, from, steps, log, files = storeFiles }: MigrateInput): string => {
  const copy = copyName(path)
  files.copy(path, copy)
  runSteps(copy, { key, from, steps, log })
  files.sync(copy)
  const backup = keepOld(path, from, files)
  // From here on the write-ahead file of the old store must be gone for good, because SQLite would apply it to the new
  // one.
  files.syncDirectory(dirname(path))
  files.rename(copy, path)
  return backup
}

/** A failure to tidy up is left to the next start; it must not hide how the migration ended. */
const tidyUp = (path: string, files: StoreFiles, log: StorageLog | undefined): void => {
  try {
    clearLeftovers(path, files)
  } catch (thrown) {
    log?.info({ err: thrown }, 'what is left over from a migration stays until the next start')
  }
}

/** Runs every step on a new database, in one transaction: a crash leaves it empty. */
export const create = (db: SqliteDatabase, steps: readonly MigrationStep[]): void => {
  applySteps(db, 0, steps)
}

/** Removes leftovers of an interrupted migration of `path`, and names a backup that it had finished. */
export const clearLeftovers = (path: string, files: StoreFiles = storeFiles): void => {
  removeCopy(path, files)
  const directory = backupDirectory(path)
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(`${basename(path)}.v`)) continue
    const file = join(directory, name)
    if (name.endsWith(COPYING)) files.remove(file)
    if (name.endsWith(UNNAMED))
      // A second name of the store itself: the exchange did not happen.
      if (isSameFile(file, path)) files.remove(file)
      else files.rename(file, file.slice(0, -UNNAMED.length))
  }
}

const COPYING = '.copying'
const UNNAMED = '.part'

const copyName = (path: string): string => `${path}.migrating`
const backupDirectory = (path: string): string => join(dirname(path), 'backups')

const removeCopy = (path: string, files: StoreFiles): void => {
  for (const suffix of ['', '-journal', '-wal', '-shm']) files.remove(`${copyName(path)}${suffix}`)
}

/** Moves everything committed into the one file to be copied; closing the last connection removes the `-wal`. */
export const foldWriteAheadFile = (path: string, key: DatabaseKey | null): void => {
  const db = new BetterSqlite3(path)
  try {
    useKey(db, key)
    db.pragma('synchronous = FULL')
    db.pragma('fullfsync = ON')
    db.pragma('checkpoint_fullfsync = ON')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  if (existsSync(`${path}-wal`)) throw new Error('another program has the database open')
}

const runSteps = (
  copy: string,
  { key = null, from, steps, log }: Pick<MigrateInput, 'key' | 'from' | 'steps' | 'log'>,
): void => {
  const db = new BetterSqlite3(copy)
  try {
    useKey(db, key)
    // A single file, synced once at the end: an interrupted copy is thrown away.
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = OFF')
    applySteps(db, from, steps)
    compact(db, log)
  } finally {
    db.close()
  }
}

/** Reclaims the space of removed rows. A failure is rolled back; the copy is then only larger. */
const compact = (db: SqliteDatabase, log: StorageLog | undefined): void => {
  try {
    db.exec('VACUUM')
  } catch (thrown) {
    log?.info({ err: thrown }, 'the migrated database could not be made smaller')
  }
  check(db)
}

const applySteps = (db: SqliteDatabase, from: number, steps: readonly MigrationStep[]): void => {
  db.pragma('foreign_keys = OFF')
  db.transaction(() => {
    for (const step of steps.slice(from))
      if (typeof step === 'string') db.exec(step)
      else step(db)
    db.pragma(`application_id = ${String(APPLICATION_ID)}`)
    db.pragma(`user_version = ${String(steps.length)}`)
    check(db)
  }).exclusive()
}

const check = (db: SqliteDatabase): void => {
  const pages = z.string().parse(db.pragma('quick_check(1)', { simple: true }))
  if (pages !== 'ok') throw new Error(`quick_check: ${pages}`)
  const orphans = z.array(z.unknown()).parse(db.pragma('foreign_key_check'))
  if (orphans.length > 0) throw new Error(`foreign_key_check: ${String(orphans.length)} rows point nowhere`)
}

/**
 * Makes sure that `backups/` keeps the old store, first under a temporary name. A hard link costs nothing; were it the
 * final name, a program that still writes to the store would change its backup as well.
 *
 * @returns the final name
 */
const keepOld = (path: string, version: number, files: StoreFiles): string => {
  const directory = backupDirectory(path)
  files.makeDirectory(directory)
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const backup = join(directory, `${basename(path)}.v${String(version)}-${stamp}`)
  try {
    files.link(path, `${backup}${UNNAMED}`)
  } catch {
    // Not every file system has links; a copy will do.
    copyOld(path, backup, files)
  }
  files.syncDirectory(directory)
  return backup
}

const copyOld = (path: string, backup: string, files: StoreFiles): void => {
  const unfinished = `${backup}${COPYING}`
  try {
    files.copy(path, unfinished)
    files.sync(unfinished)
    files.rename(unfinished, `${backup}${UNNAMED}`)
  } catch (thrown) {
    files.remove(unfinished)
    throw thrown
  }
}

/** Whether both are names of one file. */
export const isSameFile = (a: string, b: string): boolean => {
  const [first, second] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}
