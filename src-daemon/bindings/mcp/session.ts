import type {
  CallToolResult,
  Client,
  ElicitRequestParams,
  ElicitResult,
  RequestOptions,
  Tool,
  Transport,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { spawnHeld } from '../../platform/processes.ts'
import type { NetworkGuard } from '../network-guard.ts'
import type { NetworkPolicy } from '../network-policy.ts'
import type { Confinement, SandboxedCommand } from '../sandbox/types.ts'
import { createClient, type SessionNotice } from './client.ts'
import { elicitResultOf, questionOf } from './elicitation.ts'
import { endFailure, serviceFailure, type ServiceIdentity } from './failure.ts'
import { createOffers, type SessionOffers } from './offers/offers.ts'
import { createPatience } from './patience.ts'
import { createProcessTransport, type ProcessTransport } from './process-transport.ts'
import type { ServiceLog } from './service-log.ts'
import type { ServiceCall, ServiceQuestion, ServiceReply } from './types.ts'

/** Milliseconds: for a server to be ready, to give a sign of life during a call, for a call as a whole, and to end politely. */
export interface SessionTimes {
  readonly startMs: number
  readonly probeMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly graceMs: number
}

export const SESSION_TIMES: SessionTimes = {
  startMs: 60_000,
  probeMs: 5_000,
  idleMs: 60_000,
  totalMs: 14 * 60_000,
  graceMs: 5_000,
}

/** How a session is reached: a program as it is to be started, or an address with its rules. */
export type SessionTarget =
  | { readonly kind: 'program'; readonly prepare: () => Promise<SandboxedCommand> }
  | {
      readonly kind: 'address'
      readonly url: URL
      readonly headers: Readonly<Record<string, string>>
      readonly policy: NetworkPolicy
      readonly guard: Pick<NetworkGuard, 'fetchFor'>
    }

/** One connection to a server that is ready. */
export interface Session {
  readonly server: { readonly name: string; readonly version: string; readonly protocol: string }
  readonly pid: number | null
  readonly confinement: Confinement | null
  /** Settles once the connection is gone: with why, or null when it was closed from here. */
  readonly ended: Promise<SatchelError | null>
  /** Its tools as the server describes them now. */
  tools(options?: { signal?: AbortSignal | undefined }): Promise<readonly Tool[]>
  /** What it offers beside them. */
  readonly offers: SessionOffers
  /** Calls one; progress the server reports keeps the call alive. */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal } & Pick<ServiceCall, 'onProgress' | 'onQuestion'>,
  ): Promise<CallToolResult>
  close(): Promise<void>
}

interface Link {
  readonly transport: Transport
  readonly identity: ServiceIdentity
  readonly process: ProcessTransport | null
  readonly command: SandboxedCommand | null
}

/** `old`: the handshake of before 2026-07-28, and on the network the transport of 2024-11-05, over server-sent events. */
type Way = 'new' | 'old'

/** Of a timer; the call is timed here. */
const LONGEST_TIMEOUT = 2 ** 31 - 1
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
}
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
 * server-sent events. Errors: `service_*`, those of the network guard.
 */
export const openSession = async (input: {
  readonly service: string
  readonly target: SessionTarget
  readonly log: ServiceLog
  readonly times?: SessionTimes | undefined
  readonly signal?: AbortSignal | undefined
  /** Told what the server says has changed. */
  readonly onNotice?: ((notice: SessionNotice) => void) | undefined
}): Promise<Session> => {
  const { service, target, log, times = SESSION_TIMES } = input
  const library = await import('@modelcontextprotocol/client')

  let offers: SessionOffers | null = null

  const link = async (how: Way): Promise<Link> => {
    if (target.kind === 'address') {
      const { url, headers, policy, guard } = target
      const options = { fetch: guard.fetchFor(policy), requestInit: { headers: { ...headers } } }
      // The older transport is deprecated, and there are servers that know no other.
      const transport =
        how === 'old'
          ? // eslint-disable-next-line @typescript-eslint/no-deprecated
            new library.SSEClientTransport(url, options)
          : new library.StreamableHTTPClientTransport(url, { ...options, reconnectionOptions: RECONNECTION })
      return { transport, identity: { service, command: null }, process: null, command: null }
    }
    const command = await target.prepare()
    const identity = { service, command: command.program }
    log.line(`$ ${[command.command, ...command.args].join(' ')}`)
    try {
      const held = await spawnHeld(command, command)
      const process = createProcessTransport({
        held,
        parse: library.parseJSONRPCMessage,
        log,
        memoryBytes: command.memoryBytes,
      })
      // However it ends, what was made for this one run is given back.
      void process.ended.then(() => command.release())
      return { transport: process, identity, process, command }
    } catch (thrown) {
      await command.release()
      throw notStarted(thrown, identity, log)
    }
  }

  /** Those that can put a question to the person, the last begun last: a server need not say which call it asks for. */
  const asking = new Set<(question: ServiceQuestion) => Promise<ServiceReply>>()
  const asked = async (params: ElicitRequestParams): Promise<ElicitResult> => {
    const question = questionOf(params)
    if (question === null) log.line('asked for something in a way that cannot be shown')
    const ask = [...asking].at(-1)
    return elicitResultOf(question === null || ask === undefined ? { action: 'cancel' } : await ask(question))
  }

  const connect = async (how: Way): Promise<{ client: Client; made: Link }> => {
    const made = await link(how)
    const client = createClient(library, {
      times,
      ask: asked,
      told: (notice) => {
        if (notice.kind === 'resource') offers?.changed(notice.resource)
        input.onNotice?.(notice)
      },
    })
    const gone = made.process?.ended.then((end) => {
      throw endFailure(end, { ...made.identity, stderr: log.tail() })
    })
    gone?.catch(() => undefined) // only the race below asks for it
    try {
      const connecting = client.connect(made.transport, {
        timeout: times.startMs,
        ...(how === 'old' ? { prior: { kind: 'legacy' } } : {}),
        ...(input.signal === undefined ? {} : { signal: input.signal }),
      })
      connecting.catch(() => undefined) // the end of the program says more than what the client makes of it
      await Promise.race([connecting, ...(gone === undefined ? [] : [gone]), ...aborted(input.signal)])
      return { client, made }
    } catch (thrown) {
      made.process?.kill()
      await Promise.allSettled([client.close(), made.transport.close()])
      if (input.signal?.aborted === true) throw input.signal.reason
      const seconds = times.startMs / 1000
      throw serviceFailure(thrown, { ...made.identity, seconds, stderr: log.tail() })
    }
  }

  const { client, made } = await connect('new').catch((thrown: unknown) => {
    if (!mayBeOld(target, thrown) || input.signal?.aborted === true) throw thrown
    return connect('old').catch((again: unknown) => {
      // A server on the network that knows neither way: what it said to the newer one is what counts.
      throw target.kind === 'address' ? thrown : again
    })
  })

  let closing = false
  const ended = new Promise<SatchelError | null>((resolve) => {
    void made.process?.ended.then((end) => {
      resolve(closing ? null : endFailure(end, { ...made.identity, stderr: log.tail() }))
    })
    if (made.process === null)
      client.onclose = () => {
        resolve(null)
      }
  })
  client.onerror = (error) => {
    log.line(error.message)
  }

  const stopped = () => new SatchelError('service_ended', { params: { service, how: 'stopped' } })

  const failureOf = (tool?: string) => (thrown: unknown) =>
    serviceFailure(thrown, { ...made.identity, tool, seconds: times.idleMs / 1000, stderr: log.tail() })

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
      return await Promise.race([work.catch((thrown: unknown) => afterEnd(thrown)), gone, ...aborted(signal)])
    } catch (thrown) {
      throw signal?.aborted === true ? signal.reason : failureOf(tool)(thrown)
    }
  }

  /** A connection that closed is explained by the end of its program, which is noticed a moment later. */
  const afterEnd = async (thrown: unknown): Promise<never> => {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
    if (closing) throw stopped()
    throw (made.process !== null && CLOSED.has(code) ? await ended : null) ?? thrown
  }

  const tools: Session['tools'] = async (options = {}) => {
    const listed = client.listTools(undefined, {
      cacheMode: 'refresh',
      timeout: times.idleMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    return (await answerOf(listed, undefined, options.signal)).tools
  }

  /** One request of ours with all it may ask in between. */
  const exchange = async <T>(
    what: string,
    {
      signal,
      onProgress,
      onQuestion,
    }: { signal?: AbortSignal | undefined } & Pick<ServiceCall, 'onProgress' | 'onQuestion'>,
    work: (options: RequestOptions) => Promise<T>,
  ): Promise<T> => {
    const patience = createPatience(times)
    const ask = (question: ServiceQuestion): Promise<ServiceReply> =>
      patience.hold(async () => (await onQuestion?.(question)) ?? { action: 'cancel' })
    asking.add(ask)
    const result = work({
      signal: AbortSignal.any([...(signal === undefined ? [] : [signal]), patience.signal]),
      timeout: LONGEST_TIMEOUT,
      // Also where nobody listens: it asks the server to report any.
      onprogress: (progress) => {
        patience.sign()
        onProgress?.(progress)
      },
    })
    try {
      return await answerOf(Promise.race([result, patience.ended]), what, signal)
    } catch (thrown) {
      if (signal?.aborted === true || isSilence(thrown)) void endIfDeaf()
      throw thrown
    } finally {
      patience.stop()
      asking.delete(ask)
    }
  }

  const call: Session['call'] = (tool, args, options) =>
    exchange(tool, options, (request) => client.callTool({ name: tool, arguments: { ...args } }, request))

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

  const offered = createOffers({ service, client, library, exchange })
  offers = offered
  const info = client.getServerVersion()
  return {
    server: {
      name: (info?.name ?? service).slice(0, 200),
      version: (info?.version ?? '').slice(0, 100),
      protocol: client.getNegotiatedProtocolVersion() ?? '',
    },
    pid: made.process?.pid ?? null,
    confinement: made.command?.confinement ?? null,
    ended,
    tools,
    offers: offered,
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
  if (kind === 'program') return thrown.code === 'service_ended'
  const status = z.object({ status: z.literal([400, 404, 405]) }).safeParse(thrown.details)
  return thrown.code === 'service_refused' && status.success
}

const isSilence = (thrown: unknown): boolean =>
  thrown instanceof SatchelError && thrown.code === 'service_silent'

/** A promise that rejects when `signal` fires; none where there is no signal. */
const aborted = (signal: AbortSignal | undefined): Promise<never>[] => {
  if (signal === undefined) return []
  return [
    new Promise<never>((_resolve, reject) => {
      const stop = () => {
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'))
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ]
}

const notStarted = (thrown: unknown, identity: ServiceIdentity, log: ServiceLog): unknown =>
  serviceFailure(thrown, { ...identity, seconds: 0, stderr: log.tail() })
