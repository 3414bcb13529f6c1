import Database from 'better-sqlite3'
import { SatchelError } from '../../../platform/errors.ts'
import type { Election } from '../core/types.ts'

/**
 * Makes this process the writer of the index at `path`, until it releases it or dies: the lock is SQLite's
 * own operating-system lock on an empty file beside it, which the system releases with the process.
 *
 * @throws SatchelError `index_other_writer`
 */
export const electWriter = (path: string): Election => {
  const handle = new Database(`${path}.lock`, { timeout: 0 })
  try {
    // The journal would be one more file to lose, and this database has nothing to roll back.
    handle.pragma('journal_mode = MEMORY')
    handle.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    handle.close()
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY')
      throw new SatchelError('index_other_writer', { cause })
    throw cause
  }
  return {
    lost: new AbortController().signal,
    release: () => {
      handle.close()
      return Promise.resolve()
    },
  }
}
