import Database from 'better-sqlite3'
import { SatchelError } from '../platform/errors.ts'
import { readDescriptor } from '../platform/descriptor.ts'
import { unusable, type DataPaths } from '../platform/paths.ts'

/** An unreferenced handle is closed by garbage collection, which would release its lock. */
const held = new Set<Database.Database>()

/**
 * Makes this process the only owner of the data directory until `release` or its exit, however it ends: the lock is
 * SQLite's own operating-system lock on an empty file, which the system releases with the process. So no lock can
 * become stale. Errors: `daemon_already_running`, `data_dir_unusable`.
 */
export const acquireLock = (paths: DataPaths): { release: () => void } => {
  let handle: Database.Database | null = null
  try {
    handle = new Database(paths.lock, { timeout: 0 })
    // The journal would be a second file; this one has nothing to roll back.
    handle.pragma('journal_mode = MEMORY')
    handle.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    handle?.close()
    if (!(cause instanceof Database.SqliteError) || cause.code !== 'SQLITE_BUSY')
      throw unusable(paths.lock, cause)
    const pid = readDescriptor(paths)?.pid ?? '?'
    throw new SatchelError('daemon_already_running', { params: { pid, path: paths.dataDir }, cause })
  }
  const lock = handle
  held.add(lock)
  return {
    release: () => {
      held.delete(lock)
      lock.close()
    },
  }
}
