import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { abortable } from '../../platform/abortable.ts'
import type { ReasonCode } from '../../text/index.ts'
import { leftBy } from '../transports/failure.ts'
import type { Session } from './session.ts'

/** The state of the connection to one server; `problem` is why it is not running though it should be. */
export type LifeState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly since: Date; readonly session: Session; readonly calls: number }
  | { readonly kind: 'waiting'; readonly until: Date; readonly problem: SatchelError }
  | { readonly kind: 'failed'; readonly problem: SatchelError }

/** Keeps one server: started when needed, stopped when idle, restarted after growing delays. */
export interface Supervisor {
  state(): LifeState
  /**
   * Calls `work` with a ready session, and once more with a new one if the server had ended the session. Errors: `server_busy`, `server_waiting`, `server_given_up`,
   * those of starting it, those of `work`, the reason of `signal`.
   */
  use<T>(signal: AbortSignal | undefined, work: (session: Session) => Promise<T>): Promise<T>
  /** Stops it, and clears its failures. */
  stop(): Promise<void>
}

/** Milliseconds. */
export interface SupervisorTimes {
  /** Delay before it may be restarted after its first unexpected end; doubled with each further one. */
  readonly backOffMs: number
  readonly maxBackOffMs: number
  /** Time without a call after which it is stopped. */
  readonly unusedMs: number
}

export const SUPERVISOR_TIMES: SupervisorTimes = {
  backOffMs: 1_000,
  maxBackOffMs: 60_000,
  unusedMs: 10 * 60_000,
}

/** After this many unexpected ends in a row, without a successful call in between, it is not restarted. */
const MAX_FAILURES = 5
const MAX_CALLS = 16
/**
 * Failures of the server itself; something missing on this machine is reported each time, and may be there
 * the next time.
 */
const COUNTED: ReadonlySet<string> = new Set([
  'server_ended',
  'server_misbehaved',
  'server_too_hungry',
  'server_too_crowded',
  'server_silent',
  'server_not_started',
])

/** @param deps.open starts a session; `deps.keepsOpen` is false if a failed call also ends the connection */
export const createSupervisor = (deps: {
  readonly server: string
  readonly open: (signal: AbortSignal) => Promise<Session>
  readonly keepsOpen: boolean
  readonly now: () => Date
  readonly changed: () => void
  readonly times?: SupervisorTimes | undefined
}): Supervisor => {
  const { server, now, times = SUPERVISOR_TIMES } = deps
  let running: { session: Session; since: Date } | null = null
  let starting: Promise<Session> | null = null
  let ending = new AbortController()
  let failures = 0
  let problem: SatchelError | null = null
  let until: Date | null = null
  let calls = 0
  /** How many calls each session has: a replaced one is closed after its last call. */
  const users = new Map<Session, number>()
  let unused: NodeJS.Timeout | undefined

  const state = (): LifeState => {
    if (running !== null) return { kind: 'running', ...running, calls }
    if (starting !== null) return { kind: 'starting' }
    if (problem !== null && failures >= MAX_FAILURES) return { kind: 'failed', problem }
    if (problem !== null && until !== null && until > now()) return { kind: 'waiting', until, problem }
    return { kind: 'stopped' }
  }

  const use: Supervisor['use'] = async (signal, work) => {
    if (calls >= MAX_CALLS) throw new SatchelError('server_busy', { params: { server, calls } })
    calls += 1
    clearTimeout(unused)
    try {
      try {
        return await useOnce(signal, work)
      } catch (thrown) {
        if (!wasNotRun(thrown) || signal?.aborted === true) throw thrown
        return await useOnce(signal, work)
      }
    } finally {
      calls -= 1
      if (calls === 0 && running !== null) {
        unused = setTimeout(() => void end(), times.unusedMs)
        unused.unref()
      }
      deps.changed()
    }
  }

  const useOnce: Supervisor['use'] = async (signal, work) => {
    const session = await abortable(ready(), signal)
    users.set(session, (users.get(session) ?? 0) + 1)
    try {
      const result = await work(session)
      failures = 0
      return result
    } catch (thrown) {
      // Cancelling one call does not cancel others.
      const isOwn = signal?.aborted === true || isAnswer(thrown)
      if (!deps.keepsOpen && !isOwn && running?.session === session) running = null
      throw thrown
    } finally {
      const others = (users.get(session) ?? 1) - 1
      users.set(session, others)
      if (others === 0) {
        users.delete(session)
        // After a connection failed, the next call opens a new one.
        if (running?.session !== session) session.close().catch(() => undefined) // the failure that matters was thrown
      }
    }
  }

  /** The current session, or the one being started. */
  const ready = (): Promise<Session> => {
    if (running !== null) return Promise.resolve(running.session)
    if (starting !== null) return starting
    const present = state()
    if (present.kind === 'failed')
      return Promise.reject(
        new SatchelError('server_given_up', {
          params: { server, times: failures },
          details: { code: present.problem.code, ...detailsOf(present.problem) },
        }),
      )
    if (present.kind === 'waiting') {
      const seconds = Math.max(1, Math.ceil((present.until.getTime() - now().getTime()) / 1000))
      return Promise.reject(
        new SatchelError('server_waiting', {
          params: { server, seconds },
          details: { code: present.problem.code, ...detailsOf(present.problem) },
        }),
      )
    }
    starting = start(ending.signal).finally(() => {
      starting = null
      deps.changed()
    })
    deps.changed()
    return starting
  }

  const start = async (signal: AbortSignal): Promise<Session> => {
    try {
      const session = await deps.open(signal)
      if (signal.aborted) {
        await session.close()
        throw stopped()
      }
      running = { session, since: now() }
      void session.ended.then((failure) => {
        if (running?.session !== session) return
        running = null
        if (failure !== null) fail(failure)
        deps.changed()
      })
      return session
    } catch (thrown) {
      if (thrown instanceof SatchelError && COUNTED.has(thrown.code) && !signal.aborted) fail(thrown)
      throw signal.aborted ? stopped() : thrown
    }
  }

  const fail = (failure: SatchelError): void => {
    failures += 1
    problem = failure
    const callTimeout = Math.min(times.maxBackOffMs, times.backOffMs * 2 ** (failures - 1))
    until = new Date(now().getTime() + callTimeout)
  }

  /** It was stopped before it was ready for a call. */
  const stopped = (): SatchelError => {
    const how: ReasonCode = 'stopped'
    return new SatchelError('server_ended', { params: { server, how, left: leftBy(false) } })
  }

  const end = async (): Promise<void> => {
    clearTimeout(unused)
    ending.abort(stopped())
    ending = new AbortController()
    const session = running?.session
    const unfinished = starting
    running = null
    await Promise.allSettled([session?.close(), unfinished])
    deps.changed()
  }

  const stop = async (): Promise<void> => {
    failures = 0
    problem = null
    until = null
    await end()
  }

  return { state, use, stop }
}

/** A failure that came as an answer, or of this call only, does not mean that the connection is broken. */
const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof SatchelError &&
  (ANSWERS.has(thrown.code) || (thrown.code === 'server_refused' && refusedOne(thrown)))

/** The session had ended before it, so it is sent again in a new one. */
const wasNotRun = (thrown: unknown): boolean =>
  thrown instanceof SatchelError &&
  thrown.code === 'server_session_ended' &&
  endedSession.safeParse(thrown.details).success

const endedSession = z.object({ notRun: z.literal(true) })

const ANSWERS: ReadonlySet<string> = new Set([
  'server_tool_failed',
  'server_tool_costly',
  'server_tool_unknown',
  'server_tool_off',
  'server_changed',
  'server_result_too_large',
  'server_wants_input',
  'server_signin_needed',
  'server_answer_unreadable',
])

/**
 * Whether it refused the request itself: with a protocol error, or as not allowed, too large, or too soon. Other statuses may
 * mean that it no longer knows the session (404; many say 400), or has a problem itself.
 */
const refusedOne = ({ cause, details }: SatchelError): boolean =>
  (cause instanceof Error && cause.name === 'ProtocolError') || oneRequest.safeParse(details).success

const oneRequest = z.object({ status: z.literal([403, 413, 429]) })

const detailsOf = ({ details }: SatchelError): object =>
  typeof details === 'object' && details !== null ? details : {}
