import { ZodError } from 'zod'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { Language } from '../../contract/language.ts'
import type { InvokeError } from '../../contract/capabilities.ts'
import {
  say,
  sayError,
  type ErrorCode,
  type PhraseKey,
  type PhraseParams,
  type TextParams,
} from '../../text/index.ts'
import { sayProblems, type SchemaProblem } from '../../schemas/index.ts'

/** A failure of a call whose CAP code is already known; `key` picks its words. */
export class InvokeFailure<K extends PhraseKey = PhraseKey> extends Error {
  override readonly name = 'InvokeFailure'
  readonly code: InvokeError['code']
  readonly key: PhraseKey
  readonly params: TextParams
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: InvokeError['code'], key: K, ...[options]: FailureOptions<K>) {
    const params: TextParams = options?.params ?? {}
    super(`${code}: ${say<PhraseKey>('en', key, params)}`, { cause: options?.cause })
    this.code = code
    this.key = key
    this.params = params
    this.details = options?.details ?? {}
  }
}

interface FailureDetails {
  details?: Readonly<Record<string, unknown>>
  cause?: unknown
}
type FailureOptions<K extends PhraseKey> = undefined extends PhraseParams<K>[0]
  ? [options?: FailureDetails & { params?: PhraseParams<K>[0] }]
  : [options: FailureDetails & { params: PhraseParams<K>[0] }]

/** Invalid arguments, with the pointer of each. `reason` marks input that no schema could allow. */
export const invalidInput = (problems: readonly SchemaProblem[], reason?: 'ambiguous_json'): InvokeFailure =>
  new InvokeFailure('INVALID_INPUT', 'tool_input_invalid', {
    params: { problem: sayProblems(problems) },
    details: {
      pointers: problems.map(({ pointer }) => pointer),
      problems,
      ...(reason === undefined ? {} : { reason }),
    },
  })

/** Failures whose CAP code is not EXECUTION_FAILED. Names of other rooms' codes, so that those rooms need not know CAP. */
const CODES: Readonly<Record<string, InvokeError['code']>> = {
  permission_denied: 'PERMISSION_DENIED',
  agent_identity_needed: 'PERMISSION_DENIED',
  agent_stopped: 'PERMISSION_DENIED',
  network_refused: 'PERMISSION_DENIED',
  authorization_unknown: 'PERMISSION_DENIED',
  authorization_missing_action: 'PERMISSION_DENIED',
  authorization_wrong_target: 'PERMISSION_DENIED',
  authorization_expired: 'PERMISSION_DENIED',
  authorization_revoked: 'PERMISSION_DENIED',
  authorization_widened: 'PERMISSION_DENIED',
  authorization_invalid: 'PERMISSION_DENIED',
  authorization_not_holder: 'PERMISSION_DENIED',
  authorization_not_verified: 'PERMISSION_DENIED',
  keystore_locked: 'PERMISSION_DENIED',
  network_timeout: 'TIMEOUT',
  server_address_refused: 'PERMISSION_DENIED',
  server_changed: 'PERMISSION_DENIED',
  server_grant_moved: 'PERMISSION_DENIED',
  server_grant_refused: 'PERMISSION_DENIED',
  server_package_changed: 'PERMISSION_DENIED',
  server_package_host: 'PERMISSION_DENIED',
  server_signin_needed: 'PERMISSION_DENIED',
  server_silent: 'TIMEOUT',
  server_tool_off: 'PERMISSION_DENIED',
  server_tool_only_for_apps: 'PERMISSION_DENIED',
  server_tool_not_for_apps: 'PERMISSION_DENIED',
  server_tool_unknown: 'NOT_FOUND',
  server_variable_refused: 'PERMISSION_DENIED',
  server_vault_locked: 'PERMISSION_DENIED',
}
/** Whose words say how a server is run: its owner reads them at the server, callers of CAP do not (cap.md 2). */
const OF_THE_TRANSPORT: ReadonlySet<string> = new Set<ErrorCode>([
  'server_address_refused',
  'server_container_sandboxed',
  'server_container_variable',
  'server_grant_moved',
  'server_grant_refused',
  'server_not_started',
  'server_package_host',
  'server_package_unfetched',
  'server_package_unreadable',
  'server_program_missing',
  'server_sandbox_missing',
  'server_secret_missing',
  'server_variable_refused',
])
/**
 * A failure with the tool's own text, passed on unchanged: paths, addresses and lines are often what it is about. The code that calls
 * the tool has already masked how it is reached.
 */
const WORDS_OF_TOOLS: ReadonlySet<string> = new Set<ErrorCode>([
  'agent_refused',
  'binding_failed',
  'server_misbehaved',
  'server_refused',
  'server_tool_failed',
  'server_wants_input',
  'wasm_answer_unusable',
  'wasm_failed',
])
/** Of servers on the network. */
const REFUSING_STATUS: readonly unknown[] = [401, 403]
const RETRYABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'network_timeout',
  'network_unreachable',
  'network_interrupted',
  'disk_full',
  'keystore_locked',
  'server_busy',
  'server_vault_locked',
  'server_waiting',
])

/**
 * Converts anything thrown by a run to one of the five codes (cap.md 2). A failure with a code of its own keeps it in
 * `details.code`, with its pointers, so that a model can repair the call; unknown errors reveal no internals.
 */
export const toInvokeError = (thrown: unknown, language: Language): InvokeError => {
  if (thrown instanceof InvokeFailure) {
    return {
      code: thrown.code,
      message: say(language, thrown.key, thrown.params),
      details: { ...thrown.details },
    }
  }
  // A failed schema in here is ours; `toSatchelError` would take it for the caller's.
  const failure = thrown instanceof ZodError ? new SatchelError('internal') : toSatchelError(thrown)
  if (failure.code === 'internal') {
    return { code: 'EXECUTION_FAILED', message: say(language, 'tool_broke'), details: { reason: 'internal' } }
  }
  const isOfTransport = OF_THE_TRANSPORT.has(failure.code)
  const hide = WORDS_OF_TOOLS.has(failure.code) ? (text: string) => text : hideTransport
  const details = isOfTransport ? {} : detailsOf(failure.details, hide)
  const isRefused = failure.code === 'server_refused' && REFUSING_STATUS.includes(details['status'])
  return {
    code: isRefused ? 'PERMISSION_DENIED' : (CODES[failure.code] ?? 'EXECUTION_FAILED'),
    message: isOfTransport
      ? say(language, 'tool_server_unusable')
      : hide(sayError<ErrorCode>(language, failure.code, failure.params).message),
    details: { ...details, code: failure.code },
    retryable: RETRYABLE.has(failure.code),
  }
}

/**
 * What a call of a server threw, for callers of CAP: only the owner may know the server's address. The host of a binding is
 * different: the package names it, and the user saw it before installing.
 */
export const withoutHost = (thrown: unknown): unknown =>
  thrown instanceof SatchelError && thrown.code.startsWith('network_')
    ? new InvokeFailure(CODES[thrown.code] ?? 'EXECUTION_FAILED', 'tool_server_unusable', {
        details: { code: thrown.code },
        cause: thrown,
      })
    : thrown

const detailsOf = (details: unknown, hide: (text: string) => string): Record<string, unknown> => {
  if (details === undefined || details === null) return {}
  const hidden = hideIn(details, hide)
  return typeof hidden === 'object' && hidden !== null && !Array.isArray(hidden)
    ? { ...hidden }
    : { data: hidden }
}

const hideIn = (value: unknown, hide: (text: string) => string): unknown => {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((inner) => hideIn(inner, hide))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hideIn(inner, hide)]))
  }
  return value
}

/**
 * Removes addresses, ports, absolute paths and stack lines from our own messages: callers of CAP see what failed, not how it was reached or
 * where it is (cap.md 2, 8). A JSON pointer isn't a path: only text that begins with a system folder is.
 */
const hideTransport = (text: string): string =>
  text
    .replace(/\n\s+at [^\n]+/gu, '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/giu, '…')
    .replace(ABSOLUTE_PATH, '…')
    .replace(/(?<=[a-z\]]|\d\.\d{1,3}):\d{2,5}\b/giu, '')

const ABSOLUTE_PATH =
  /(?<![\w.~-])(?:[A-Za-z]:[\\/]|\\\\|~\/|\/(?:Applications|bin|boot|data|dev|etc|home|lib\d*|Library|media|mnt|nix|opt|private|proc|root|run|sbin|snap|srv|sys|System|tmp|Users|usr|var|Volumes|work|workspace)\/)[^\s"'<>|:;,)\]}]*/gu
