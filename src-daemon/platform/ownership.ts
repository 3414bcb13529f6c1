import { statSync, type Stats } from 'node:fs'
import { SatchelError } from './errors.ts'

/** Errors: `data_dir_foreign` if it belongs to another user; root is no exception. */
export const refuseForeignOwner = (path: string, { uid: owner }: Stats = statSync(path)): void => {
  const uid = process.getuid?.()
  if (uid !== undefined && owner !== uid)
    throw new SatchelError('data_dir_foreign', { params: { path, owner } })
}

/**
 * Another user who can write into a directory can replace our files. Errors: `data_dir_exposed`.
 */
export const refuseExposed = (path: string, { mode }: Stats = statSync(path)): void => {
  if ((mode & 0o022) !== 0) throw new SatchelError('data_dir_exposed', { params: { path } })
}
