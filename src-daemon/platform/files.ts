import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newId } from './ids.ts'

/**
 * Writes a file atomically, so that a crash leaves the old or the new one: temporary file in the same
 * directory, fsync, rename, fsync of the directory.
 */
export const writeFileAtomic = (path: string, data: Uint8Array | string, mode = 0o600): void => {
  const temporary = join(dirname(path), `.${newId()}.tmp`)
  try {
    const file = openSync(temporary, 'wx', mode)
    try {
      writeFileSync(file, data)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
}

/** Makes a rename in `dir` durable. Windows has no such call and does not need one. */
export const syncDirectory = (dir: string): void => {
  if (process.platform === 'win32') return
  const handle = openSync(dir, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
