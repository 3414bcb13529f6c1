import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Client } from '@modelcontextprotocol/client'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import { abortable } from '../../platform/abortable.ts'
import { endFailure, isClosed, serverFailure } from '../transports/failure.ts'
import type { ServerLog } from '../transports/server-log.ts'
import {
  openTransport,
  type OpenTransport,
  type SessionTarget,
  type TransportKind,
} from '../transports/transport.ts'
import type { Callers } from './callers.ts'
import { createClient, type SessionNotice } from './client.ts'
import type { SessionTimes } from './times.ts'

/** A client that agreed on a protocol with its server, and the transport between them. */
export interface Connection {
  readonly client: Client
  readonly made: OpenTransport
}

/**
 * Connects to an MCP server and agrees on a protocol: 2026-07-28, else the older handshake. A program that ends at the
 * question for the newer one is started once more for the older; one that answers it too late is started once more and given
 * all the time; an address that knows no Streamable HTTP is asked over server-sent events. Errors: `server_*`, those of the
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
  readonly onNotice: (notice: SessionNotice) => void
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
    // A program that cannot start writes the same again, and one that knows the older protocol alone had nothing to complain of.
    if (target.kind === 'program') forgetFirst()
    return attempt(input, 'old', older).catch((again: unknown) => {
      if (target.kind === 'program' || older.known || wantsSignIn(again)) throw again
      // A server on the network that knows neither way: what it said to the newer one is what counts.
      throw refusedTwice(input.server, thrown, older)
    })
  })
}

/** What an address said to the older way over the network, once it was tried. */
type Older = ReturnType<OpenTransport['events']>

const attempt = async (
  { library, server, target, log, times, signal, callers, sampling, onNotice }: Parameters<typeof connect>[0],
  how: TransportKind,
  older: Older,
): Promise<Connection> => {
  const made = await openTransport(library, { server, target, log, how, probeMs: times.probeMs })
  const client = createClient(library, {
    // An address is asked to the end of its time by the transport, which goes on the older way in place.
    probeMs: target.kind === 'address' ? 2 * times.probeMs : times.probeMs,
    log,
    folders: made.command?.folders ?? null,
    ask: callers.elicit,
    sample: sampling ? callers.sample : null,
    call: callers.over,
    onNotice,
  })
  const gone = made.process?.ended.then((end) => {
    throw endFailure(end, { ...made.identity, stderr: log.tail(), calling: false })
  })
  gone?.catch(() => undefined) // only the race below asks for it
  try {
    const connecting = client.connect(made.transport, {
      timeout: times.startMs,
      ...(how === 'old' ? { prior: { kind: 'legacy' } } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
    connecting.catch(() => undefined) // the end of the program says more than what the client makes of it
    // A stream of events that never says where messages go would keep it waiting without end.
    const late = target.kind === 'address' && how === 'old' ? [rejectAfter(times.startMs)] : []
    await abortable(Promise.race([connecting, ...late, ...(gone === undefined ? [] : [gone])]), signal)
    return { client, made }
  } catch (failed) {
    // `send` has waited for the end where there was one: that says more than that nobody reads any more.
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

/** In whatever way: by a status, plain text, or an answer that is none. */
const REFUSED: ReadonlySet<string> = new Set([
  'server_refused',
  'server_misbehaved',
  'server_answer_unreadable',
])

/** It took the question for the newer protocol after we had gone on to the older one, which it therefore refuses. */
const wasLate = (library: typeof ClientLibrary, { kind }: SessionTarget, thrown: unknown): boolean =>
  kind === 'program' &&
  thrown instanceof SatchelError &&
  thrown.cause instanceof library.UnsupportedProtocolVersionError

/** Both refusals, where the second one says something else. */
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
