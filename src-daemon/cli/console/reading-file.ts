import { SatchelError } from '../../platform/errors.ts'

/** Does something with a file that the user named. Errors: `file_unreadable`. */
export const readingFile = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new SatchelError('file_unreadable', { params: { path, problem }, cause })
  }
}
