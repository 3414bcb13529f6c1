import Database from 'better-sqlite3'
import { SatchelError } from '../platform/errors.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import type { DataPaths } from '../platform/paths.ts'

/** A handle nobody refers to is closed when memory is collected, and its lock would be free. */
const held = new Set<Database.Database>()

/**
 * Makes this process the only owner of the data directory until `release` or its exit, however it ends: the lock is
 * SQLite's own operating-system lock on an empty file, which the system releases with the process. So no lock can
 * become stale. Errors: `daemon_already_running`.
 */
export const acquireLock = (paths: DataPaths): { release: () => void } => {
  const handle = new Database(paths.lock, { timeout: 0 })
  try {
    // The journal would be a second file; this one has nothing to roll back.
    handle.pragma('journal_mode = MEMORY')
    handle.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    handle.close()
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY') {
      const pid = readDescriptor(paths)?.pid ?? '?'
      throw new SatchelError('daemon_already_running', { params: { pid, path: paths.dataDir }, cause })
    }
    throw cause
  }
  held.add(handle)
  return {
    release: () => {
      held.delete(handle)
      handle.close()
    },
  }
}
