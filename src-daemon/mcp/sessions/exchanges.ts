import type { RequestOptions } from '@modelcontextprotocol/client'
import { SatchelError } from '../../platform/errors.ts'
import { abortable } from '../../platform/abortable.ts'
import type { ReasonCode } from '../../text/index.ts'
import { endedSession, endFailure, isClosed, leftBy, serverFailure } from '../transports/failure.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { createCallTimeout } from './call-timeout.ts'
import type { Callers } from './callers.ts'
import type { Connection } from './connect.ts'
import type { SessionTimes } from './times.ts'
import type { ServerCall } from './types.ts'

/** Progress and questions go to the caller. */
export type CallerSide = Pick<ServerCall, 'onProgress' | 'onQuestion' | 'onSampling'>

/** Our requests over one connection, and its end. */
export interface Exchanges {
  /** Settles once the connection has ended: with the reason, or null if it was closed from here. */
  readonly ended: Promise<SatchelError | null>
  /** The result, or why the program ended meanwhile, or why the caller stopped waiting. */
  readonly answerOf: <T>(
    work: Promise<T>,
    tool: string | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<T>
  /** One request with all it may ask in between; `sign` restarts its idle timeout. */
  readonly exchange: <T>(
    what: string,
    caller: { readonly signal?: AbortSignal | undefined } & CallerSide,
    work: (options: RequestOptions, sign: () => void) => Promise<T>,
  ) => Promise<T>
  readonly close: () => Promise<void>
}

/** Of a timer; the request is timed here. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** The reason an exchange ended; created once, because each error would capture a stack. */
const OVER = new DOMException('the request is over', 'AbortError')

export const createExchanges = (deps: {
  readonly connection: Connection
  readonly server: string
  readonly log: ServerLog
  readonly times: SessionTimes
  readonly callers: Callers
}): Exchanges => {
  const { server, log, times, callers } = deps
  const { client, made } = deps.connection

  let closing = false
  /** Of work on any request: a server need not say for which one it asks. */
  let signs = 0
  const ended = new Promise<SatchelError | null>((resolve) => {
    void made.process?.ended.then((end) => {
      const calling = callers.isAny()
      resolve(closing ? null : endFailure(end, { ...made.identity, stderr: log.tail(), calling }))
    })
    if (made.process === null)
      client.onclose = () => {
        resolve(null)
      }
  })
  client.onerror = (error) => {
    // Progress that an aborted call reports until it learns of that.
    if (!error.message.startsWith('Received a progress notification for an unknown token'))
      log.line(error.message)
  }

  const stopped = () => {
    const how: ReasonCode = 'stopped'
    return new SatchelError('server_ended', { params: { server, how, left: leftBy(callers.isAny()) } })
  }

  const failureOf = (tool?: string) => (thrown: unknown) =>
    serverFailure(thrown, { ...made.identity, tool, seconds: times.idleMs / 1000, log })

  const answerOf: Exchanges['answerOf'] = async (work, tool, signal) => {
    const gone = ended.then((failure) => {
      throw failure ?? stopped()
    })
    // The race below shows which of them ended first; the other one's failure is ignored.
    gone.catch(() => undefined)
    work.catch(() => undefined)
    try {
      return await abortable(Promise.race([work.catch((thrown: unknown) => afterEnd(thrown)), gone]), signal)
    } catch (thrown) {
      if (signal?.aborted === true) throw signal.reason
      const isOver = made.transport.sessionId === undefined ? null : endedSession(thrown)
      throw isOver === null ? failureOf(tool)(thrown) : sessionEnded(isOver === 'sure' || tool === undefined)
    }
  }

  /** `notRun`: the request changed nothing, so it may be sent again. */
  const sessionEnded = (notRun: boolean) =>
    new SatchelError('server_session_ended', { params: { server }, details: { server, notRun } })

  /** A connection that closed is explained by the end of its program, which is noticed a moment later. */
  const afterEnd = async (thrown: unknown): Promise<never> => {
    if (closing) throw stopped()
    throw (made.process !== null && isClosed(thrown) ? await ended : null) ?? thrown
  }

  const exchange: Exchanges['exchange'] = async (
    what,
    { signal, onProgress, onQuestion, onSampling },
    work,
  ) => {
    const callTimeout = createCallTimeout(times)
    const over = new AbortController()
    const signsBefore = signs
    const sign = (): void => {
      signs += 1
      callTimeout.sign()
    }
    const leave = callers.add({
      over: over.signal,
      onQuestion: (question, options) => {
        signs += 1
        return callTimeout.hold(async () => (await onQuestion?.(question, options)) ?? { action: 'cancel' })
      },
      onSampling: (request, options) => {
        signs += 1
        return callTimeout.hold(async () => (await onSampling?.(request, options)) ?? null)
      },
    })
    const result = work(
      {
        signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), callTimeout.signal]),
        timeout: LONGEST_TIMEOUT,
        // Even without a listener: it asks the server to report progress.
        onprogress: (one) => {
          sign()
          onProgress?.(one)
        },
      },
      sign,
    )
    try {
      return await answerOf(Promise.race([result, callTimeout.ended]), what, signal)
    } catch (thrown) {
      if (signal?.aborted === true || isIdleTimeout(thrown)) void endIfDeaf()
      // It may have started, and its effects until then remain.
      throw signs > signsBefore && isSessionEnd(thrown) ? sessionEnded(false) : thrown
    } finally {
      callTimeout.stop()
      leave()
      over.abort(OVER)
    }
  }

  /**
   * The server was notified of the cancelled call and needn't answer it. A server that doesn't answer anything else either
   * within a grace period is stopped.
   */
  const endIfDeaf = async (): Promise<void> => {
    const { process } = made
    if (process === null || closing) return
    try {
      await client.listTools(undefined, { cacheMode: 'bypass', timeout: times.graceMs })
    } catch {
      log.line(`no answer after a cancelled call: ended`)
      process.kill()
    }
  }

  return {
    ended,
    answerOf,
    exchange,
    close: async () => {
      closing = true
      await client.close()
    },
  }
}

const isSessionEnd = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_session_ended'

const isIdleTimeout = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_silent'
