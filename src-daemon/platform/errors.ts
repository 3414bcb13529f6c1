import { ZodError } from 'zod'
import type { ErrorView } from '../contract/errors.ts'
import type { Language } from '../contract/language.ts'
import { sayError, type ErrorCode, type ErrorParams, type TextParams } from '../text/index.ts'

/**
 * Every failure that reaches a person. `code` is stable and picks the words (`text/`); `params` fill them; `details` is
 * data for a program or a log, free of secrets.
 *
 * @example
 * throw new SatchelError('port_taken', { params: { port: 8080 } })
 */
export class SatchelError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'SatchelError'
  readonly code: ErrorCode
  readonly params: TextParams
  readonly details: unknown

  constructor(code: C, ...[options]: ErrorOptions<C>) {
    const params: TextParams = options?.params ?? {}
    super(`${code}: ${sayError<ErrorCode>('en', code, params).message}`, { cause: options?.cause })
    this.code = code
    this.params = params
    this.details = options?.details
  }

  // As `instanceof` does anyway; said so that what it finds is an error of some code, and not of `any`.
  static override [Symbol.hasInstance](value: unknown): value is SatchelError {
    return Function.prototype[Symbol.hasInstance].call(this, value)
  }
}

type ErrorOptions<C extends ErrorCode> = undefined extends ErrorParams<C>[0]
  ? [options?: { params?: ErrorParams<C>[0]; details?: unknown; cause?: unknown }]
  : [options: { params: ErrorParams<C>[0]; details?: unknown; cause?: unknown }]

/** What the system and SQLite say (a code, or the beginning of several), in the terms a person can act on; first match. */
const systemFailures: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'disk_full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'database_corrupt'],
  [/^(EIO$|SQLITE_IOERR)/, 'disk_failed'],
  [/^(EACCES|EPERM|EROFS)$|^SQLITE_(READONLY|PERM)/, 'access_denied'],
]

/** A request that does not have its shape, with the first place that is wrong. */
const invalidRequest = (error: ZodError): SatchelError => {
  const [issue] = error.issues
  const problem =
    issue === undefined ? '?' : `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`
  return new SatchelError('invalid_request', {
    params: { problem },
    details: { issues: error.issues },
    cause: error,
  })
}

/**
 * Any thrown thing as a `SatchelError`. What is not one already is `invalid_request` for a failed schema, `disk_full`,
 * `disk_failed`, `access_denied` or `database_corrupt` where the system or SQLite says so, else `internal`.
 */
export const toSatchelError = (thrown: unknown): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  if (thrown instanceof ZodError) return invalidRequest(thrown)
  if (thrown instanceof Error && 'code' in thrown) {
    const systemCode = String(thrown.code)
    const code = systemFailures.find(([pattern]) => pattern.test(systemCode))?.[1]
    // There is one database; where it is opened, its whole path is told (see `storage/`).
    if (code !== undefined)
      return new SatchelError(code, {
        params: { problem: thrown.message, path: 'state.db' },
        details: { systemCode },
        cause: thrown,
      })
  }
  return new SatchelError('internal', { cause: thrown })
}

/** The words of a failure in `language`. */
export const toErrorView = (thrown: unknown, language: Language): ErrorView => {
  const error = toSatchelError(thrown)
  return {
    code: error.code,
    ...sayError(language, error.code, error.params),
    ...(error.details === undefined ? {} : { details: error.details }),
  }
}
