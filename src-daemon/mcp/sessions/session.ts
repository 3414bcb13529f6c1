import type {
  CallToolResult,
  Client,
  ElicitRequestParams,
  ElicitResult,
  RequestOptions,
  Tool,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { abortable } from '../../platform/abortable.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { Confinement } from '../../contract/sandbox.ts'
import type { ServerAllowance, ServerLogLevel } from '../../contract/server-allowance.ts'
import { createClient, type SessionNotice } from './client.ts'
import { elicitResultOf, questionOf } from './elicitation.ts'
import { endFailure, leftBy, serverFailure } from '../transports/failure.ts'
import {
  openTransport,
  type OpenTransport,
  type SessionTarget,
  type TransportKind,
} from '../transports/transport.ts'
import { createOffers, type SessionOffers } from './offers.ts'
import { createCallTimeout } from './call-timeout.ts'
import { samplingRequestOf, samplingResultOf, type SamplingParams, type SamplingResult } from './sampling.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { callAsTask } from './tasks.ts'
import { SESSION_TIMES, type SessionTimes } from './times.ts'
import type { AskOptions, ServerCall } from './types.ts'
import type { SamplingRequest, ServerQuestion, ServerReply } from '../../contract/servers.ts'

/** One connection to a server that is ready. */
export interface Session {
  readonly server: { readonly name: string; readonly version: string; readonly protocol: string }
  readonly pid: number | null
  readonly confinement: Confinement | null
  /** Settles once the connection is gone: with why, or null when it was closed from here. */
  readonly ended: Promise<SatchelError | null>
  /** Whether it promised to tell when its tools change, over a connection that brings everything. */
  readonly tellsOfTools: boolean
  /** Its tools as the server describes them now. */
  tools(options?: { signal?: AbortSignal | undefined }): Promise<readonly Tool[]>
  /** What it offers beside them. */
  readonly offers: SessionOffers
  /** The least severe of the server's own messages that are kept in its log; null leaves that to the server. */
  setLogLevel(level: ServerLogLevel | null): Promise<void>
  /** Calls one; progress the server reports keeps the call alive. */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal } & CallerSide,
  ): Promise<CallToolResult>
  close(): Promise<void>
}

/** How far it is, and what it asks, are for whoever calls. */
type CallerSide = Pick<ServerCall, 'onProgress' | 'onQuestion' | 'onSampling'>

/** Of a timer; the call is timed here. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
/** What a server is told where nobody agreed (MCP, sampling). */
const SAMPLING_DECLINED = -1
/** Why an exchange has nothing more to ask; made once, as an error for each would be made with its stack. */
const OVER = new DOMException('the request is over', 'AbortError')
/** Where a request of the newer protocol says what is to be told (MCP, logging). */
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
/** What the client and the system say of a connection whose other end has gone. */
const CLOSED: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'NOT_CONNECTED',
  'SEND_FAILED',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * Connects to an MCP server and agrees on a protocol: 2026-07-28, else the older handshake. A program that ends at the
 * question for the newer one is started once more for the older, and an address that knows no Streamable HTTP is asked over
 * server-sent events. Errors: `server_*`, those of the network guard.
 */
export const openSession = async (input: {
  readonly server: string
  readonly target: SessionTarget
  readonly log: ServerLog
  readonly times?: SessionTimes | undefined
  readonly signal?: AbortSignal | undefined
  /** What its owner lets it have: none of it where nothing is said. */
  readonly allowed?: ServerAllowance | undefined
  /** Told what the server says has changed. */
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined
}): Promise<Session> => {
  const { server, target, log, times = SESSION_TIMES } = input
  const library = await import('@modelcontextprotocol/client')

  let offers: SessionOffers | null = null
  /** Tools that run as tasks alone, as they were listed last. */
  let tasksOnly: ReadonlySet<string> = new Set()
  let logLevel: ServerLogLevel | null = null

  /** Those that can ask the person, the last begun last: a server need not say which call it asks for. */
  const asking = new Set<Required<Pick<ServerCall, 'onQuestion' | 'onSampling'>> & { over: AbortSignal }>()
  const asked = async (params: ElicitRequestParams, withdrawn: AbortSignal): Promise<ElicitResult> => {
    const question = questionOf(params)
    if (question === null) log.line('asked for something in a way that cannot be shown')
    const ask = [...asking].at(-1)?.onQuestion
    return elicitResultOf(
      question === null || ask === undefined ? { action: 'cancel' } : await ask(question, { withdrawn }),
    )
  }
  const sampled = async (params: SamplingParams, withdrawn: AbortSignal): Promise<SamplingResult> => {
    const request = samplingRequestOf(params)
    if (request === null) log.line('asked for a model in a way that cannot be shown')
    const answer = request === null ? null : await [...asking].at(-1)?.onSampling?.(request, { withdrawn })
    if (answer === null || answer === undefined)
      throw new library.ProtocolError(SAMPLING_DECLINED, 'the person did not let a model be asked')
    return samplingResultOf(answer)
  }

  const connect = async (how: TransportKind): Promise<{ client: Client; made: OpenTransport }> => {
    const made = await openTransport(library, { server, target, log, how })
    const client = createClient(library, {
      times,
      log,
      folders: made.command?.folders ?? null,
      ask: asked,
      sample: input.allowed?.sampling === true ? sampled : null,
      call: () => [...asking].at(-1)?.over ?? null,
      told: (notice) => {
        if (notice.kind === 'resource') offers?.changed(notice.resource)
        input.onNotice?.(notice)
      },
    })
    const gone = made.process?.ended.then((end) => {
      throw endFailure(end, { ...made.identity, stderr: log.tail(), calling: false })
    })
    gone?.catch(() => undefined) // only the race below asks for it
    try {
      const connecting = client.connect(made.transport, {
        timeout: times.startMs,
        ...(how === 'old' ? { prior: { kind: 'legacy' } } : {}),
        ...(input.signal === undefined ? {} : { signal: input.signal }),
      })
      connecting.catch(() => undefined) // the end of the program says more than what the client makes of it
      await abortable(gone === undefined ? connecting : Promise.race([connecting, gone]), input.signal)
      return { client, made }
    } catch (failed) {
      // `send` has waited for the end where there was one: that says more than that nobody reads any more.
      const thrown = isClosed(failed) && made.process?.isOver() === true ? await gone?.catch(same) : failed
      made.process?.kill()
      await Promise.allSettled([client.close(), made.transport.close()])
      if (input.signal?.aborted === true) throw input.signal.reason
      const seconds = times.startMs / 1000
      throw serverFailure(made.refusal() ?? thrown, { ...made.identity, seconds, stderr: log.tail() })
    }
  }

  const forgetFirst = log.begin()
  const { client, made } = await connect('new').catch((thrown: unknown) => {
    if (!mayBeOld(target, thrown) || input.signal?.aborted === true) throw thrown
    // A program that cannot start writes the same again, and one that knows the older protocol alone had nothing to complain of.
    if (target.kind === 'program') forgetFirst()
    return connect('old').catch((again: unknown) => {
      // A server on the network that knows neither way: what it said to the newer one is what counts.
      throw target.kind === 'address' && !wantsSignIn(again) ? thrown : again
    })
  })

  let closing = false
  const ended = new Promise<SatchelError | null>((resolve) => {
    void made.process?.ended.then((end) => {
      const calling = asking.size > 0
      resolve(closing ? null : endFailure(end, { ...made.identity, stderr: log.tail(), calling }))
    })
    if (made.process === null)
      client.onclose = () => {
        resolve(null)
      }
  })
  client.onerror = (error) => {
    // What a call that was given up says of its progress until it hears of that.
    if (!error.message.startsWith('Received a progress notification for an unknown token'))
      log.line(error.message)
  }

  const stopped = () => {
    const how: ReasonCode = 'stopped'
    return new SatchelError('server_ended', { params: { server, how, left: leftBy(asking.size > 0) } })
  }

  const failureOf = (tool?: string) => (thrown: unknown) =>
    serverFailure(thrown, { ...made.identity, tool, seconds: times.idleMs / 1000, stderr: log.tail() })

  /** What was asked, or why the program ended meanwhile, or why nobody waits for it any more. */
  const answerOf = async <T>(
    work: Promise<T>,
    tool: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const gone = ended.then((failure) => {
      throw failure ?? stopped()
    })
    // The race below tells which of them ended first; the other one is nobody's failure.
    gone.catch(() => undefined)
    work.catch(() => undefined)
    try {
      return await abortable(Promise.race([work.catch((thrown: unknown) => afterEnd(thrown)), gone]), signal)
    } catch (thrown) {
      throw signal?.aborted === true ? signal.reason : failureOf(tool)(thrown)
    }
  }

  /** A connection that closed is explained by the end of its program, which is noticed a moment later. */
  const afterEnd = async (thrown: unknown): Promise<never> => {
    if (closing) throw stopped()
    throw (made.process !== null && isClosed(thrown) ? await ended : null) ?? thrown
  }

  const tools: Session['tools'] = async (options = {}) => {
    const listed = client.listTools(undefined, {
      cacheMode: 'refresh',
      timeout: times.idleMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    const found = (await answerOf(listed, undefined, options.signal)).tools
    tasksOnly = new Set(
      found.filter(({ execution }) => execution?.taskSupport === 'required').map(({ name }) => name),
    )
    return found
  }

  /** One request of ours with all it may ask in between. */
  const exchange = async <T>(
    what: string,
    { signal, onProgress, onQuestion, onSampling }: { signal?: AbortSignal | undefined } & CallerSide,
    work: (options: RequestOptions, sign: () => void) => Promise<T>,
  ): Promise<T> => {
    const callTimeout = createCallTimeout(times)
    const over = new AbortController()
    const asker = {
      over: over.signal,
      onQuestion: (question: ServerQuestion, options?: AskOptions): Promise<ServerReply> =>
        callTimeout.hold(async () => (await onQuestion?.(question, options)) ?? { action: 'cancel' }),
      onSampling: (request: SamplingRequest, options?: AskOptions) =>
        callTimeout.hold(async () => (await onSampling?.(request, options)) ?? null),
    }
    asking.add(asker)
    const result = work(
      {
        signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), callTimeout.signal]),
        timeout: LONGEST_TIMEOUT,
        // Also where nobody listens: it asks the server to report any.
        onprogress: (progress) => {
          callTimeout.sign()
          onProgress?.(progress)
        },
      },
      callTimeout.sign,
    )
    try {
      return await answerOf(Promise.race([result, callTimeout.ended]), what, signal)
    } catch (thrown) {
      if (signal?.aborted === true || isIdleTimeout(thrown)) void endIfDeaf()
      throw thrown
    } finally {
      callTimeout.stop()
      asking.delete(asker)
      over.abort(OVER)
    }
  }

  const call: Session['call'] = (tool, args, options) =>
    exchange(tool, options, (request, sign) => {
      if (!tasksOnly.has(tool))
        return client.callTool({ name: tool, arguments: { ...args }, ...levelOf() }, request)
      const told = ({ polls, message }: { polls: number; message: string | undefined }) => {
        sign()
        options.onProgress?.({ progress: polls, message })
      }
      return callAsTask({ client, library, tool, args, request, told })
    })

  /** The newer protocol has the level in each request. */
  const levelOf = () =>
    client.getProtocolEra() !== 'modern' || logLevel === null ? {} : { _meta: { [LOG_LEVEL]: logLevel } }

  const setLogLevel: Session['setLogLevel'] = async (level) => {
    logLevel = level
    if (level === null || client.getProtocolEra() === 'modern') return
    if (client.getServerCapabilities()?.logging === undefined) return
    // The older one has it set once for all.
    await exchange('logging/setLevel', {}, (request) =>
      client.request({ method: 'logging/setLevel', params: { level } }, request),
    )
  }

  /**
   * A cancelled call has been told to the server, which need not answer that. One that does not answer anything else either
   * by the end of a grace is ended.
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

  const offered = createOffers({ server, client, library, exchange })
  offers = offered
  await setLogLevel(input.allowed?.logLevel ?? null).catch((thrown: unknown) => {
    log.line(toSatchelError(thrown).message) // it works without
  })
  const info = client.getServerVersion()
  return {
    server: {
      name: (info?.name ?? server).slice(0, 200),
      version: (info?.version ?? '').slice(0, 100),
      protocol: client.getNegotiatedProtocolVersion() ?? '',
    },
    pid: made.process?.pid ?? null,
    confinement: made.command?.confinement ?? null,
    ended,
    tellsOfTools: made.process !== null && client.getServerCapabilities()?.tools?.listChanged === true,
    tools,
    offers: offered,
    setLogLevel,
    call,
    close: async () => {
      closing = true
      await client.close()
    },
  }
}

/** An older program ends at a question it does not know; a server that knows no Streamable HTTP refuses the request itself. */
const mayBeOld = ({ kind }: SessionTarget, thrown: unknown): boolean => {
  if (!(thrown instanceof SatchelError)) return false
  if (kind === 'program') return thrown.code === 'server_ended'
  const status = z.object({ status: z.literal([400, 404, 405]) }).safeParse(thrown.details)
  return thrown.code === 'server_refused' && status.success
}

const isClosed = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && CLOSED.has(String(thrown.code))

const same = (thrown: unknown): unknown => thrown

const wantsSignIn = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_signin_needed'

const isIdleTimeout = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'server_silent'
