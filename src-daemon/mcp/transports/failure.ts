import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { parseForeignJson } from '../../platform/lenient.ts'
import { MAX_TASKS } from '../../sandbox/index.ts'
import type { ErrorCode, ReasonCode } from '../../text/index.ts'
import type { HiddenFile } from './hidden-file.ts'
import type { TransportEnd } from './process-transport.ts'
import type { ServerLog } from './server-log.ts'
import { unreadableIn } from '../wire/unreadable.ts'

/** Which server, and for a local one its exact command: part of every failure. */
export interface ServerIdentity {
  readonly server: string
  /** Program and arguments as started; null for a remote server. */
  readonly command: readonly string[] | null
}

interface FailureContext extends ServerIdentity {
  readonly tool?: string | undefined
  /** The idle timeout of a call, in seconds. */
  readonly seconds: number
  /** Knows its secrets, and the last lines of its standard error. */
  readonly log: Pick<ServerLog, 'masked' | 'tail'>
}

/**
 * Turns an error of the client library or the system into one about the server. Errors with a message of
 * their own stay as they are, and so does the reason of an aborted call.
 */
export const serverFailure = (thrown: unknown, context: FailureContext): unknown => {
  const known = satchelCause(thrown)
  if (known !== null) return known
  if (!(thrown instanceof Error) || thrown.name === 'AbortError') return thrown
  const { server, tool = '?', seconds, log } = context
  // The client's message about an unreadable answer contains part of the answer.
  const { message, stack } = thrown
  Object.assign(thrown, log.masked({ message, stack, ...('data' in thrown && { data: thrown.data }) }))
  const unread = unreadableIn(thrown)
  const problem = unread?.beginning ?? shortened(withData(thrown))
  const details = {
    server,
    command: context.command,
    stderr: log.tail(),
    problem,
    // The HTTP status of a remote server: 401 and 403 are a matter of permission.
    ...('status' in thrown && typeof thrown.status === 'number' && { status: thrown.status }),
  }
  const code = 'code' in thrown ? thrown.code : undefined
  const fail = (
    name:
      | 'server_silent'
      | 'server_wants_input'
      | 'server_refused'
      | 'server_misbehaved'
      | 'server_not_started'
      | 'server_answer_unreadable',
    params: Record<string, string | number>,
  ) => new SatchelError<ErrorCode>(name, { params: { server, ...params }, details, cause: thrown })

  if (unread !== null) return fail('server_answer_unreadable', unread)
  if (code === 'REQUEST_TIMEOUT') return fail('server_silent', { seconds })
  if (wantsInput(thrown, code)) return fail('server_wants_input', { tool, wanted: problem })
  if (typeof code === 'number' || String(code).startsWith('CLIENT_HTTP_') || 'status' in thrown)
    return fail('server_refused', { problem })
  if (typeof code === 'string' && SYSTEM_CODES.test(code))
    return fail('server_not_started', { problem: shortened(thrown.message) })
  return fail('server_misbehaved', { problem: shortened(thrown.message) })
}

/**
 * How certain it is that a server no longer knows the session of a request, so that it didn't run it: by the status, or by what it
 * says. Null if it says something else.
 */
export const endedSession = (thrown: unknown): 'sure' | 'likely' | null => {
  if (!(thrown instanceof Error)) return null
  const { message } = thrown
  if ('status' in thrown) {
    if (thrown.status === 404 || thrown.status === 410) return 'sure'
    const isSaid =
      thrown.status === 400 ? /session|initiali[sz]ed/i.test(message) : /-32001\b.*session/is.test(message)
    return isSaid ? 'sure' : null
  }
  if (!('code' in thrown) || thrown.code !== SESSION_UNKNOWN) return null
  if (/session/i.test(message)) return 'sure'
  // The same code can mean a time-out, after which it may have run.
  return /time/i.test(message) ? null : 'likely'
}

const SESSION_UNKNOWN = -32_001

/** The consequence of a server's end: unfinished work only if a call was running. */
export const leftBy = (calling: boolean): ReasonCode => (calling ? 'call_cut_off' : 'no_call')

/** Why a local server ended; `calling`: whether a call was running, `hidden`: the file its sandbox hides. */
export const endFailure = (
  end: TransportEnd,
  context: ServerIdentity & {
    readonly stderr: string
    readonly calling: boolean
    readonly hidden?: HiddenFile | null
  },
): SatchelError => {
  const { server, command, stderr, hidden = null } = context
  const left = hidden?.reason ?? leftBy(context.calling)
  if (end.kind === 'misbehaved')
    return new SatchelError('server_misbehaved', {
      params: { server, problem: end.problem },
      details: { server, command, stderr, problem: end.problem },
    })
  if (end.kind === 'hungry') {
    const limit = Math.round(end.limitBytes / 1024 / 1024)
    return new SatchelError('server_too_hungry', {
      params: { server, limit, left },
      details: { server, command, stderr, limit },
    })
  }
  if (end.kind === 'crowded')
    return new SatchelError('server_too_crowded', {
      params: { server, limit: MAX_TASKS, left },
      details: { server, command, stderr, limit: MAX_TASKS },
    })
  const { code, signal } = end.end
  const how: ReasonCode = signal === null ? 'exit_code' : 'signal'
  return new SatchelError('server_ended', {
    params: {
      server,
      how,
      left,
      exitCode: String(code),
      signal: String(signal),
      ...(hidden !== null && { path: hidden.path }),
    },
    details: { server, command, stderr, exitCode: code, signal, ...(hidden !== null && { hidden }) },
  })
}

const SYSTEM_CODES = /^E[A-Z]+$/
/** Messages of the client and the system about a connection whose other end has closed. */
const CLOSED: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'NOT_CONNECTED',
  'SEND_FAILED',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** Whether the other end of the connection has closed. */
export const isClosed = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && CLOSED.has(String(thrown.code))

/**
 * Elicitation, sampling and roots: requests of the server in their older form, a kind of result in the newer
 * one.
 */
const wantsInput = (thrown: Error, code: unknown): boolean =>
  code === -32042 || // only a person can do it, at an address
  code === -32021 || // it needs something this client does not offer
  code === 'INPUT_REQUIRED_ROUNDS_EXCEEDED' ||
  code === 'CAPABILITY_NOT_SUPPORTED' ||
  (code === 'UNSUPPORTED_RESULT_TYPE' && thrown.message.includes('input_required'))

const shortened = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

/** The message of a protocol error and the data beside it: some servers give the reason only there. */
const withData = (thrown: Error): string => {
  const data = 'data' in thrown ? thrown.data : undefined
  if (data === undefined || data === null) return thrown.message
  if ('status' in thrown && isRecord(data) && typeof data['text'] === 'string')
    return [`HTTP ${String(thrown.status)}`, wordsOfBody(data['text'])]
      .filter((part) => part !== '')
      .join(': ')
  const words = typeof data === 'string' ? data : JSON.stringify(data)
  return thrown.message.includes(words) ? thrown.message : `${thrown.message} ${words}`
}

/** The text of a refusal's body: the message and data of a protocol error, else the whole body. */
const wordsOfBody = (text: string): string => {
  try {
    const body = parseForeignJson(text)
    const error = isRecord(body) ? body['error'] : null
    if (isRecord(error) && typeof error['message'] === 'string')
      return withData(Object.assign(new Error(error['message']), { data: error['data'] }))
  } catch {
    // No JSON: a page, or words.
  }
  return text.trim()
}

const satchelCause = (thrown: unknown): SatchelError | null => {
  let current = thrown
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof SatchelError) return current
    current = current.cause
  }
  return null
}
