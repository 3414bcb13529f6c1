import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { wellFormed } from '../../platform/lenient.ts'
import { SatchelError } from '../../platform/errors.ts'

/** A file given as an argument. Errors: `file_unreadable`. */
export const readNamedFile = (path: string): { fileName: string; bytes: Buffer } => {
  try {
    return { fileName: basename(path), bytes: readFileSync(path) }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('file_unreadable', { params: { path, problem }, cause })
  }
}

/** JSON given as an argument: the text itself, or `@file`. Errors: `file_unreadable`, `invalid_request`. */
export const readJsonArgument = (argument: string): unknown => {
  const text = argument.startsWith('@') ? readNamedFile(argument.slice(1)).bytes.toString('utf8') : argument
  try {
    return JSON.parse(wellFormed(text))
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('invalid_request', { params: { problem }, cause })
  }
}
