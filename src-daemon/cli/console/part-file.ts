import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { syncDirectory } from '../../platform/files.ts'
import { newId } from '../../platform/ids.ts'

/** A file that is written in parts and appears when complete. */
export interface PartFile {
  add(part: Uint8Array): void
  /** Makes it durable and gives it its name. Errors: `file_exists`, `file_unwritable`. */
  finish(): void
  /** Removes it; after `finish` this does nothing. */
  discard(): void
}

/** Error codes of file systems without hard links. */
const NO_LINKS = /^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/

/**
 * Creates a temporary file beside `path`, readable by the user only (0600), until it is complete: a reader of `path`
 * finds either the previous file or all of the new one. Errors: `file_unwritable`.
 */
export const createPartFile = (path: string, { overwrite }: { readonly overwrite: boolean }): PartFile => {
  const directory = dirname(resolve(path))
  const temporary = join(directory, `.${newId()}.tmp`)
  const file = attempt(path, () => openSync(temporary, 'wx', 0o600))
  let isOpen = true

  const close = (): void => {
    if (isOpen) closeSync(file)
    isOpen = false
  }

  return {
    add: (part) => {
      attempt(path, () => {
        for (let at = 0; at < part.length;) at += writeSync(file, part, at)
      })
    },
    finish: () => {
      attempt(path, () => {
        fsyncSync(file)
        close()
        if (overwrite) renameSync(temporary, path)
        else renameToNew(temporary, path)
        syncDirectory(directory)
      })
    },
    discard: () => {
      close()
      rmSync(temporary, { force: true })
    },
  }
}

/** Unlike a rename, a link doesn't replace a file that was created meanwhile. */
const renameToNew = (from: string, to: string): void => {
  try {
    linkSync(from, to)
    rmSync(from)
  } catch (cause) {
    if (!NO_LINKS.test(codeOf(cause))) throw cause
    // Reserves the name first, so that no other process gets it.
    closeSync(openSync(to, 'wx', 0o600))
    renameSync(from, to)
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''

const attempt = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw new SatchelError('file_exists', { params: { path }, cause })
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('file_unwritable', { params: { path, problem }, cause })
  }
}
