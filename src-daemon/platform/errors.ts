import { ZodError } from 'zod'
import type { ErrorView } from '../contract/errors.ts'
import type { Language } from '../contract/language.ts'
import {
  sayError,
  type ErrorCode,
  type ErrorParams,
  type ReasonCode,
  type TextParams,
} from '../text/index.ts'
import { firstPlace, firstProblem } from './first-problem.ts'

/**
 * Every failure that reaches a person. `code` is stable and selects the sentence (`text/`); `params` fill it in;
 * `details` is data for a program or a log, free of secrets.
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

  // Same as the default `instanceof`, but it narrows to an error with some known code instead of `any`.
  static override [Symbol.hasInstance](value: unknown): value is SatchelError {
    return Function.prototype[Symbol.hasInstance].call(this, value)
  }
}

type ErrorOptions<C extends ErrorCode> = undefined extends ErrorParams<C>[0]
  ? [options?: { params?: ErrorParams<C>[0]; details?: unknown; cause?: unknown }]
  : [options: { params: ErrorParams<C>[0]; details?: unknown; cause?: unknown }]

/** Error codes of the system and SQLite (whole, or a prefix of several), mapped to ours; the first match counts. */
const systemFailures: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'disk_full'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'database_corrupt'],
  [/^(EIO$|SQLITE_IOERR)/, 'disk_failed'],
  [/^(EACCES|EPERM|EROFS)$|^SQLITE_(READONLY|PERM)/, 'access_denied'],
]

/** The error for a request of the wrong shape, naming the first place that is wrong. */
const invalidRequest = (error: ZodError): SatchelError => {
  const [issue] = error.issues
  const field = firstPlace(error)
  // A regular expression is no help in correcting a word.
  const problem: ReasonCode | (string & {}) =
    issue?.code === 'invalid_format' && issue.format === 'regex' ? 'malformed_field' : firstProblem(error)
  const params = { problem, field }
  return new SatchelError('invalid_request', {
    params,
    details: { issues: error.issues },
    cause: error,
  })
}

/**
 * Turns anything thrown into a `SatchelError`: `invalid_request` for a failed schema, `disk_full`, `disk_failed`,
 * `access_denied` or `database_corrupt` if the system or SQLite reported that, else `internal`.
 */
export const toSatchelError = (thrown: unknown): SatchelError => {
  if (thrown instanceof SatchelError) return thrown
  if (thrown instanceof ZodError) return invalidRequest(thrown)
  if (thrown instanceof Error && 'code' in thrown) {
    const systemCode = String(thrown.code)
    const code = systemFailures.find(([pattern]) => pattern.test(systemCode))?.[1]
    // There is only one database; its full path is in the errors of opening it (see `storage/`).
    if (code !== undefined)
      return new SatchelError(code, {
        params: { problem: thrown.message, path: 'state.db' },
        details: { systemCode },
        cause: thrown,
      })
  }
  return new SatchelError('internal', { cause: thrown })
}

/** The failure as a sentence in `language`. */
export const toErrorView = (thrown: unknown, language: Language): ErrorView => {
  const error = toSatchelError(thrown)
  return {
    code: error.code,
    ...sayError(language, error.code, error.params),
    ...(error.details === undefined ? {} : { details: error.details }),
  }
}
