import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'

/**
 * Reserves the name of a file to be written, before asking for a passphrase: only the user may read it, and nothing is
 * overwritten. `write` fills it in and reads it back; `giveUp` removes the empty file.
 *
 * @throws SatchelError `file_exists`, `file_unwritable`
 */
export const reserveFile = (
  path: string,
): { readonly write: (content: Uint8Array) => void; readonly giveUp: () => void } => {
  const unwritable = (cause: unknown): SatchelError => {
    const problem = cause instanceof Error ? cause.message : String(cause)
    return new SatchelError('file_unwritable', { params: { path, problem }, cause })
  }
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new SatchelError('file_exists', { params: { path }, cause })
    throw unwritable(cause)
  }
  return {
    write: (content) => {
      try {
        writeFileAtomic(path, content, 0o600)
        if (!readFileSync(path).equals(content)) throw new Error('it does not hold what was written')
      } catch (cause) {
        throw unwritable(cause)
      }
    },
    giveUp: () => {
      rmSync(path, { force: true })
    },
  }
}

/**
 * Writes a new file with the result of `make`; a failure leaves no file. Errors: `file_exists`, `file_unwritable`,
 * those of `make`.
 */
export const writeNewFile = async <T>(
  path: string,
  make: () => Promise<{ readonly content: Uint8Array; readonly result: T }>,
): Promise<T> => {
  const file = reserveFile(path)
  try {
    const { content, result } = await make()
    file.write(content)
    return result
  } catch (thrown) {
    file.giveUp()
    throw thrown
  }
}
