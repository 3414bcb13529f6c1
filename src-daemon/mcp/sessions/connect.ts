import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { abortable } from '../../platform/abortable.ts'
import { endFailure, isClosed, serverFailure } from '../transports/failure.ts'
import { hiddenFileIn } from '../transports/hidden-file.ts'
import type { ServerLog } from '../transports/server-log.ts'
import {
  openTransport,
  type OpenTransport,
  type SessionTarget,
  type TransportKind,
} from '../transports/transport.ts'
import type { Callers } from './callers.ts'
import { createClient, type SessionNotice } from './client.ts'
import { rootsOf } from './roots.ts'
import type { SessionTimes } from './times.ts'

/** A client that agreed on a protocol with its server, and the transport between them. */
export interface Connection {
  readonly client: Client
  readonly made: OpenTransport
}

/**
 * Connects to an MCP server and negotiates a protocol: 2026-07-28, else the older handshake. A program that ends on the
 * newer one's request is restarted once for the older; one that answers it too late is restarted once with
 * the full time; an address without Streamable HTTP is tried over server-sent events. Errors: `server_*`, those of the
 * network guard.
 */
export const connect = (input: {
  readonly library: typeof ClientLibrary
  readonly server: string
  readonly target: SessionTarget
  readonly log: ServerLog
  readonly times: SessionTimes
  readonly signal: AbortSignal | undefined
  readonly callers: Callers
  /** Whether it may ask for the person's model. */
  readonly sampling: boolean
  /** Null: its changes aren't listened to. */
  readonly onNotice: ((notice: SessionNotice) => void) | null
}): Promise<Connection> => {
  const { library, target, log, times, signal } = input
  const forgetFirst = log.begin()
  const older: Older = { known: false, refusal: null }
  return attempt(input, 'new', older).catch((thrown: unknown) => {
    if (signal?.aborted === true) throw thrown
    if (wasLate(library, target, thrown)) {
      forgetFirst()
      return attempt({ ...input, times: { ...times, probeMs: times.startMs } }, 'new', older)
    }
    if (!mayBeOld(target, thrown)) throw thrown
    // A program that can't start writes the same again, and one that only knows the older protocol has written nothing useful.
    if (target.kind === 'program') forgetFirst()
    return attempt(input, 'old', older).catch((again: unknown) => {
      if (target.kind === 'program' || older.known || wantsSignIn(again)) throw again
      // A server on the network that supports neither transport: its answer to the newer one counts.
      throw refusedTwice(input.server, thrown, older)
    })
  })
}

/** An address's answer to the older transport, once tried. */
type Older = ReturnType<OpenTransport['events']>

const attempt = async (
  { library, server, target, log, times, signal, callers, sampling, onNotice }: Parameters<typeof connect>[0],
  how: TransportKind,
  older: Older,
): Promise<Connection> => {
  const made = await openTransport(library, { server, target, log, how, probeMs: times.probeMs })
  const client = createClient(library, {
    // For an address, the transport uses the full time and switches to the older transport itself.
    probeMs: target.kind === 'address' ? 2 * times.probeMs : times.probeMs,
    log,
    roots: made.command === null ? null : rootsOf(made.command),
    ask: callers.elicit,
    sample: sampling ? callers.sample : null,
    call: callers.over,
    onNotice,
  })
  const gone = made.process?.ended.then((end) => {
    const stderr = log.tail()
    const hidden = made.command?.confinement === 'none' ? null : hiddenFileIn(stderr)
    throw endFailure(end, { ...made.identity, stderr, calling: false, hidden })
  })
  gone?.catch(() => undefined) // only the race below asks for it
  try {
    const connecting = client.connect(made.transport, {
      timeout: times.startMs,
      ...(how === 'old' ? { prior: { kind: 'legacy' } } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
    connecting.catch(() => undefined) // the way the program ended says more than the client's error
    // A stream of events that never names the address for messages would keep it waiting forever.
    const late = target.kind === 'address' && how === 'old' ? [rejectAfter(times.startMs)] : []
    await abortable(Promise.race([connecting, ...late, ...(gone === undefined ? [] : [gone])]), signal)
    return { client, made }
  } catch (failed) {
    // `send` has waited for the program's end, if any: that says more than a closed pipe.
    const thrown = isClosed(failed) && made.process?.isOver() === true ? await gone?.catch(same) : failed
    made.process?.kill()
    await Promise.allSettled([client.close(), made.transport.close()])
    if (signal?.aborted === true) throw signal.reason
    const seconds = times.startMs / 1000
    if (how === 'old') Object.assign(older, made.events())
    throw serverFailure(made.refusal() ?? thrown, { ...made.identity, seconds, log })
  }
}

/** Rejects as the client does at its own timeouts. */
const rejectAfter = (ms: number): Promise<never> => {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined) // awaited only in a race
  setTimeout(() => {
    late.reject(Object.assign(new Error('no answer'), { code: 'REQUEST_TIMEOUT' }))
  }, ms).unref()
  return late.promise
}

/** An older program ends at a question it does not know; a server that knows no Streamable HTTP refuses the request itself. */
const mayBeOld = ({ kind }: SessionTarget, thrown: unknown): boolean => {
  if (!(thrown instanceof SatchelError)) return false
  if (kind === 'program') return thrown.code === 'server_ended'
  return REFUSED.has(thrown.code)
}

/** In any way: by a status, plain text, or an invalid answer. */
const REFUSED: ReadonlySet<string> = new Set([
  'server_refused',
  'server_misbehaved',
  'server_answer_unreadable',
])

/** It answered the newer protocol's request after we had switched to the older one, which it therefore refuses. */
const wasLate = (library: typeof ClientLibrary, { kind }: SessionTarget, thrown: unknown): boolean =>
  kind === 'program' &&
  thrown instanceof SatchelError &&
  thrown.cause instanceof library.UnsupportedProtocolVersionError

/** Both refusals, if the second one says something different. */
const refusedTwice = (server: string, thrown: unknown, { refusal }: Older): unknown => {
  const { code, params, details } = toSatchelError(thrown)
  const isNews = refusal !== null && !(isRecord(details) && details['status'] === refusal.status)
  if (!isNews) return thrown
  const about = { server, problem: String(params['problem'] ?? code), older: refusal.problem }
  return new SatchelError('server_refused_twice', { params: about, details: about, cause: thrown })
}

const same = (thrown: unknown): unknown => thrown

const wantsSignIn = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_signin_needed'
