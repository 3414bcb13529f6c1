import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { SatchelError } from '../../platform/errors.ts'
import { writeFileAtomic } from '../../platform/files.ts'

/** Writes a file below the root of a web server, which reads it as another user. Errors: `file_unwritable`. */
export const writeWebFile = (path: string, text: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomic(path, text, 0o644)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('file_unwritable', { params: { path, problem }, cause })
  }
}
