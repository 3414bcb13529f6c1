import type * as ClientLibrary from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { SatchelError } from '../../platform/errors.ts'
import { isDeeper } from '../../platform/json-depth.ts'
import { spawnHeld } from '../../platform/processes.ts'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import type { SandboxedCommand } from '../../sandbox/types.ts'
import { serverFailure, type ServerIdentity } from './failure.ts'
import { createProcessTransport, MAX_MESSAGE_DEPTH, type ProcessTransport } from './process-transport.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { ServerLog } from './server-log.ts'

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

/** A transport to a server, and its program if it has one. */
export interface OpenTransport {
  readonly transport: Transport
  readonly identity: ServerIdentity
  readonly process: ProcessTransport | null
  readonly command: SandboxedCommand | null
  /** Why nothing was asked of an address the last time that was so: of server-sent events the library keeps the words alone. */
  readonly refusal: () => SatchelError | null
}

const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 2,
}

/**
 * Takes the secrets a server was given out of all it says: results, errors, questions and notices pass here. Each
 * transport calls `onmessage`, which the client sets later. What is nested too deeply for that ends the connection.
 */
const maskMessages = (transport: Transport, log: ServerLog): void => {
  let receive: Transport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    get: (): Transport['onmessage'] =>
      receive === undefined
        ? undefined
        : (message, extra) => {
            if (isDeeper(message, MAX_MESSAGE_DEPTH)) {
              transport.onerror?.(new Error('message_too_deep' satisfies ReasonCode))
              void transport.close()
            } else receive?.(log.masked(message), extra)
          },
    set: (next: Transport['onmessage']) => {
      receive = next
    },
  })
}

/** The same for the body of a refusal, of which the client makes an error's words. */
const maskRefusal = async (response: Response, log: ServerLog): Promise<Response> => {
  if (response.ok || response.body === null) return response
  // The status has words of the server's own, too, which nobody needs.
  const { status, headers } = response
  return new Response(log.masked(await response.text()), { status, headers })
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
  }: {
    readonly server: string
    readonly target: SessionTarget
    readonly log: ServerLog
    readonly how: TransportKind
  },
): Promise<OpenTransport> => {
  if (target.kind === 'address') {
    const { url, headers, policy, guard } = target
    const send = guard.fetchFor(policy)
    let refusal: SatchelError | null = null
    const fetch: typeof send = async (...request) => {
      try {
        return await maskRefusal(await send(...request), log)
      } catch (thrown) {
        if (thrown instanceof SatchelError) refusal = thrown
        throw thrown
      }
    }
    const options = { fetch, requestInit: { headers: { ...headers } } }
    const transport =
      how === 'old'
        ? // It is deprecated, but some servers support nothing else.
          new library.SSEClientTransport(url, options)
        : new library.StreamableHTTPClientTransport(url, { ...options, reconnectionOptions: RECONNECTION })
    maskMessages(transport, log)
    return {
      transport,
      identity: { server, command: null },
      process: null,
      command: null,
      refusal: () => refusal,
    }
  }
  const command = await target.prepare()
  const identity = { server, command: command.program }
  log.line(`$ ${[command.command, ...command.args].join(' ')}`)
  try {
    const held = await spawnHeld(command, command)
    const process = createProcessTransport({
      held,
      parse: library.parseJSONRPCMessage,
      log,
      memoryBytes: command.memoryBytes,
      release: command.release,
    })
    maskMessages(process, log)
    return { transport: process, identity, process, command, refusal: () => null }
  } catch (thrown) {
    await command.release()
    throw serverFailure(thrown, { ...identity, seconds: 0, log })
  }
}
