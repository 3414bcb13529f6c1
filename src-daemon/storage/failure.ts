import { SatchelError } from '../platform/errors.ts'

const CORRUPT = /^SQLITE_(CORRUPT|NOTADB)/
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/

/** What went wrong while opening `path`, in the terms a person can act on. */
export const storageFailure = (path: string, thrown: unknown): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
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
