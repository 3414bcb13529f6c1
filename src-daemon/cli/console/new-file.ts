import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory } from '../../platform/files.ts'

/**
 * Writes a new file, readable by the user only (0600), and reads it back: when this returns, it is saved. Nothing is
 * overwritten, and an incomplete file is removed. Errors: `file_exists`, `file_unwritable`.
 */
export const writeNewFile = (path: string, data: Uint8Array): void => {
  const file = create(path)
  try {
    try {
      writeFileSync(file, data)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    syncDirectory(dirname(resolve(path)))
    if (!readFileSync(path).equals(data)) throw new Error('it reads back differently')
  } catch (cause) {
    rmSync(path, { force: true })
    throw unwritable(path, cause)
  }
}

const create = (path: string): number => {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new SatchelError('file_exists', { params: { path }, cause })
    throw unwritable(path, cause)
  }
}

const unwritable = (path: string, cause: unknown): SatchelError => {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new SatchelError('file_unwritable', { params: { path, problem }, cause })
}
