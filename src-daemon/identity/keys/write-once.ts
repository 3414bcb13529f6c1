import { constants, copyFileSync, linkSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncDirectory, writeFileAtomic } from '../../platform/files.ts'

/** Writes a whole file under a name that is free; throws `EEXIST` and changes nothing where it is taken. */
export const writeFileOnce = (path: string, data: Uint8Array, mode: number): void => {
  const whole = `${path}.new`
  writeFileAtomic(whole, data, mode)
  try {
    linkOrCopy(whole, path)
    syncDirectory(dirname(path))
  } finally {
    rmSync(whole, { force: true })
  }
}

/** A hard link fails where the name is taken, when a rename would silently replace it; some file systems have no links. */
const linkOrCopy = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}
