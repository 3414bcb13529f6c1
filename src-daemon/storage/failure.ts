import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { SatchelError } from '../platform/errors.ts'

/** A failed write other than ENOSPC, which SQLite reports as `SQLITE_FULL`. */
const WRITE_FAILED = /^SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMOPEN|SHMSIZE|SHMMAP)$/
/** With less free space than this, a transaction and its checkpoint do not fit. */
const LEAST_ROOM = 1024 * 1024
const CORRUPT = /^SQLITE_(CORRUPT|NOTADB)/
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/

/** The error for a failure to open `path`, in terms a person can act on. */
export const storageFailure = (path: string, thrown: unknown): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
  const full = writeFailure(path, thrown)
  if (full instanceof SatchelError) return full
  if (FULL.test(code)) return new SatchelError('disk_full', { cause: thrown })
  if (CORRUPT.test(code)) return corrupt(path, problem, thrown)
  return new SatchelError('database_unreadable', {
    params: { path, problem },
    details: { path, code },
    cause: thrown,
  })
}

/** The damaged file stays as it is; `details.path` lets a caller offer to set it aside. */
export const corrupt = (path: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('database_corrupt', { params: { path, problem }, details: { path, problem }, cause })

/**
 * The error for a failed write to the database at `path`. SQLite and its binding do not report whether it was a quota
 * (EDQUOT), a limit on the size of a file (EFBIG) or the device, so we check whether the file system has room. Returns
 * the original error if there is nothing to add.
 */
export const writeFailure = (path: string, thrown: unknown): unknown => {
  if (!(thrown instanceof Error) || !('code' in thrown) || !WRITE_FAILED.test(String(thrown.code)))
    return thrown
  const room = roomAt(path)
  if (room === null || room >= LEAST_ROOM) return thrown
  return new SatchelError('disk_full', { details: { systemCode: String(thrown.code), room }, cause: thrown })
}

/** Whether the disk of the database at `path` has no space for a transaction. */
export const isDiskFull = (path: string): boolean => (roomAt(path) ?? LEAST_ROOM) < LEAST_ROOM

/** Bytes this user may still write there; null if the file system does not report it. */
const roomAt = (path: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return null // The device has failed; the caller reports the failed write.
  }
}
