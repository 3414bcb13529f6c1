import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { SatchelError } from '../../platform/errors.ts'
import { spawnHeld } from '../../platform/processes.ts'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import type { SandboxedCommand } from '../../sandbox/types.ts'
import { serverFailure, type ServerIdentity } from './failure.ts'
import { createProcessTransport, type ProcessTransport } from './process-transport.ts'
import { createPatience, reconnectPatiently } from './reconnecting.ts'
import type { ServerLog } from './server-log.ts'
import { forgiveRefusals, readWell } from './well-read.ts'
import { readBodies } from '../wire/bodies.ts'
import { createMessageReader } from '../wire/messages.ts'
import { createOpenRequests } from '../wire/open-requests.ts'

/** How a session reaches its server: a program to start, or an address with its rules. */
export type SessionTarget =
  | { readonly kind: 'program'; readonly prepare: () => Promise<SandboxedCommand> }
  | {
      readonly kind: 'address'
      readonly url: URL
      readonly headers: Readonly<Record<string, string>>
      readonly policy: NetworkPolicy
      readonly guard: Pick<NetworkGuard, 'fetchFor'>
    }

/**
 * `old`: the handshake from before 2026-07-28, and over the network the transport of 2024-11-05, server-sent
 * events.
 */
export type TransportKind = 'new' | 'old'

/** Why an address refuses server-sent events. */
interface EventsRefusal {
  readonly status: number
  readonly problem: string
}

/** A transport to a server, and its program if it has one. */
export interface OpenTransport {
  readonly transport: Transport
  readonly identity: ServerIdentity
  readonly process: ProcessTransport | null
  readonly command: SandboxedCommand | null
  /** Why an address was not used the last time that was so: of server-sent events the library keeps the words alone. */
  readonly refusal: () => SatchelError | null
  /** An address's answer to server-sent events: that it supports them, or why it refuses. */
  readonly events: () => { readonly known: boolean; readonly refusal: EventsRefusal | null }
}

const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
}

/** Removes secrets from the body of a refusal, which the client uses as the error message. */
const maskRefusal = async (response: Response, log: ServerLog): Promise<Response> => {
  if (response.ok || response.body === null) return response
  // The status line also has the server's own text, which isn't needed.
  const { status, headers } = response
  return new Response(log.masked(await response.text()), { status, headers })
}

/** Servers answer with one of these if they don't support a transport. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404, 405, 406, 501])

/** The status and text of an actual refusal; null if the transport just isn't supported. */
const refusalOf = async (response: Response): Promise<EventsRefusal | null> => {
  if (response.ok || UNKNOWN.has(response.status)) return null
  const { status } = response
  const words = (await response.clone().text()).slice(0, 300)
  return { status, problem: `HTTP ${String(status)} ${words}`.trim() }
}

/** Starts the program, or prepares requests to the address. Errors: `server_*`. */
export const openTransport = async (
  library: Pick<
    typeof ClientLibrary,
    'SSEClientTransport' | 'StreamableHTTPClientTransport' | 'parseJSONRPCMessage'
  >,
  {
    server,
    target,
    log,
    how,
    probeMs,
  }: {
    readonly server: string
    readonly target: SessionTarget
    readonly log: ServerLog
    readonly how: TransportKind
    /** How long an address may take to show that it speaks the newest protocol. */
    readonly probeMs: number
  },
): Promise<OpenTransport> => {
  const open = createOpenRequests()
  const reader = createMessageReader(open, library.parseJSONRPCMessage)
  if (target.kind === 'address') {
    const { url, headers, policy, guard } = target
    const send = guard.fetchFor(policy)
    let refusal: SatchelError | null = null
    let knowsEvents = false
    let eventsRefusal: EventsRefusal | null = null
    const waitForTurn = createPatience()
    const guarded: typeof send = async (...request) => {
      const asksForEvents = how === 'old' && request[1]?.method !== 'POST'
      if (asksForEvents) await waitForTurn(request[1]?.signal ?? null)
      try {
        const response = await maskRefusal(await send(...request), log)
        if (asksForEvents) eventsRefusal = await refusalOf(response)
        return response
      } catch (thrown) {
        if (thrown instanceof SatchelError) refusal = thrown
        throw thrown
      }
    }
    const fetch = readBodies({
      send: guarded,
      reader,
      otherEvent: (name, data) => {
        if (name !== 'endpoint') return
        knowsEvents = true
        refusal = endpointRefusal(server, data, url)
      },
    })
    const options = { fetch, requestInit: { headers: { ...headers } } }
    const transport =
      how === 'old'
        ? // It is deprecated, but some servers support nothing else.
          new library.SSEClientTransport(url, options)
        : new library.StreamableHTTPClientTransport(url, {
            ...options,
            reconnectionOptions: RECONNECTION,
            reconnectionScheduler: reconnectPatiently,
          })
    readWell(transport, { open, log })
    forgiveRefusals(transport, { open, probeMs, log })
    return {
      transport,
      identity: { server, command: null },
      process: null,
      command: null,
      refusal: () => refusal,
      events: () => ({ known: knowsEvents, refusal: eventsRefusal }),
    }
  }
  const command = await target.prepare()
  const identity = { server, command: command.program }
  // Without the sandbox's own arguments, which alone would fill the line.
  log.line(`$ ${command.program.join(' ')}`)
  try {
    const held = await spawnHeld(command, command)
    const process = createProcessTransport({
      held,
      reader,
      log,
      memoryBytes: command.memoryBytes,
      release: command.release,
    })
    readWell(process, { open, log })
    return {
      transport: process,
      identity,
      process,
      command,
      refusal: () => null,
      events: () => ({ known: false, refusal: null }),
    }
  } catch (thrown) {
    await command.release()
    throw serverFailure(thrown, { ...identity, seconds: 0, log })
  }
}

/** Why messages aren't sent to the address that server-sent events name; null if they are. */
const endpointRefusal = (server: string, named: string, url: URL): SatchelError | null => {
  const endpoint = URL.canParse(named, url.href) ? new URL(named, url) : null
  if (endpoint?.origin === url.origin) return null
  return new SatchelError('server_endpoint_refused', {
    params: { server, endpoint: named.slice(0, 300), origin: url.origin },
    details: { server, endpoint: named.slice(0, 300), origin: url.origin },
  })
}
