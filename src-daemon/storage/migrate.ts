import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database as SqliteDatabase } from 'better-sqlite3'
import { z } from 'zod'
import { SatchelError, toSatchelError } from '../platform/errors.ts'
import { APPLICATION_ID } from './inspect.ts'
import type { StorageLog } from './open.ts'

export interface MigrateInput {
  readonly db: SqliteDatabase
  readonly path: string
  /** Steps the file already has: its `PRAGMA user_version`. */
  readonly from: number
  readonly steps: readonly string[]
  readonly log?: StorageLog | undefined
}

/**
 * Runs the missing steps in one transaction, checks the outcome, and only then commits: a step that fails leaves the
 * file as it was. An existing file is copied first, because a wrong step can also succeed.
 */
export const migrate = ({ db, path, from, steps, log }: MigrateInput): void => {
  if (from === steps.length && db.pragma('application_id', { simple: true }) === APPLICATION_ID) return
  const backup = from > 0 ? backUp(db, path, from) : null
  if (backup !== null) log?.info({ backup, from, to: steps.length }, 'database copied before migration')
  try {
    db.transaction(() => {
      for (const step of steps.slice(from)) db.exec(step)
      db.pragma(`application_id = ${String(APPLICATION_ID)}`)
      db.pragma(`user_version = ${String(steps.length)}`)
      check(db)
    }).exclusive()
  } catch (thrown) {
    const error = toSatchelError(thrown)
    if (error.code === 'disk_full' || backup === null) throw thrown
    const problem = thrown instanceof Error ? thrown.message : String(thrown)
    throw new SatchelError('migration_failed', { params: { problem, backup }, cause: thrown })
  }
}

/** Writes a compact, complete copy to `backups/` beside the file; it gets its name only when it is on the disk. */
const backUp = (db: SqliteDatabase, path: string, version: number): string => {
  const directory = join(dirname(path), 'backups')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replaceAll(':', '-')
  const target = join(directory, `${basename(path)}.v${String(version)}-${stamp}`)
  const unfinished = `${target}.part`
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    syncPath(unfinished)
    renameSync(unfinished, target)
    if (process.platform !== 'win32') syncPath(directory)
  } catch (thrown) {
    rmSync(unfinished, { force: true })
    throw thrown
  }
  return target
}

const syncPath = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const check = (db: SqliteDatabase): void => {
  const pages = z.string().parse(db.pragma('quick_check(1)', { simple: true }))
  if (pages !== 'ok') throw new Error(`quick_check: ${pages}`)
  const orphans = z.array(z.unknown()).parse(db.pragma('foreign_key_check'))
  if (orphans.length > 0) throw new Error(`foreign_key_check: ${String(orphans.length)} rows point nowhere`)
}
