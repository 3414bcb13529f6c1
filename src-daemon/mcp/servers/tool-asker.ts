import type { Client } from '@modelcontextprotocol/client'
import { appVersion } from '../../platform/app.ts'
import { SatchelError } from '../../platform/errors.ts'
import { abortable } from '../../platform/abortable.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { noValidator } from '../sessions/no-validator.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { readWell } from '../transports/well-read.ts'
import { readingIn } from '../wire/answers.ts'
import { readBodies } from '../wire/bodies.ts'
import { createMessageReader } from '../wire/messages.ts'
import { createOpenRequests } from '../wire/open-requests.ts'

/** Calls the tools of one remote MCP server, over Streamable HTTP. */
export interface ToolAsker {
  /**
   * Calls a tool. `value` is its structured result, else its text parsed as JSON, unchecked; `isError` if the
   * server refused.
   * Errors: `network_*`, `server_address_refused`, `server_answer_invalid`; the signal's reason.
   */
  ask(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly isError: boolean; readonly value: unknown }>
  close(): Promise<void>
}

const CONNECT_MS = 8000

/**
 * A client that offers the server nothing, for answers that the caller validates. It connects with the first
 * call, and again after a failure. `maxBytes` and `timeoutMs` limit one exchange.
 */
export const createToolAsker = (deps: {
  readonly url: string
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly maxBytes: number
  readonly timeoutMs: number
}): ToolAsker => {
  const { url, guard, maxBytes, timeoutMs } = deps
  let connected: Promise<Connection> | null = null

  const open = async (): Promise<Connection> => {
    const library = await import('@modelcontextprotocol/client')
    const policy = { ...(await endpointPolicy(url, { own: true })), maxBytes, timeoutMs }
    const send = guard.fetchFor(policy)
    let refusal: SatchelError | null = null
    // The library keeps only the message of what was thrown.
    const guarded: typeof send = async (...request) => {
      try {
        return await send(...request)
      } catch (thrown) {
        if (thrown instanceof SatchelError) refusal = thrown
        throw thrown
      }
    }
    const requests = createOpenRequests()
    const reader = createMessageReader(requests, library.parseJSONRPCMessage)
    const transport = new library.StreamableHTTPClientTransport(new URL(url), {
      fetch: readBodies({ send: guarded, reader, otherEvent: () => undefined }),
      reconnectionOptions: {
        initialReconnectionDelay: 1000,
        maxReconnectionDelay: 1000,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 0,
      },
    })
    // Nothing secret is given to it.
    readWell(transport, { open: requests, log: { masked: (message) => message } })
    const client = new library.Client(
      { name: 'satchel', version: appVersion },
      {
        capabilities: {},
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: CONNECT_MS } },
        jsonSchemaValidator: noValidator,
      },
    )
    const explained = (thrown: unknown): unknown => refusal ?? said(thrown)
    try {
      await client.connect(transport, { timeout: CONNECT_MS })
    } catch (thrown) {
      await client.close()
      throw explained(thrown)
    }
    return { client, explained }
  }

  const said = (thrown: unknown): SatchelError => {
    for (let at = thrown, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
      if (at instanceof SatchelError) return at
    return new SatchelError('server_answer_invalid', {
      params: { host: new URL(url).host, problem: problemOf(thrown) },
      cause: thrown,
    })
  }

  const drop = async (): Promise<void> => {
    const before = connected
    connected = null
    await before?.then(
      ({ client }) => client.close(),
      () => undefined, // it never opened
    )
  }

  const ask: ToolAsker['ask'] = async (tool, input, { signal }) => {
    signal.throwIfAborted()
    connected ??= open()
    const opening = connected
    try {
      // A cancelled call does not wait for the connection either.
      const { client } = await abortable(opening, signal)
      const result = await client.callTool(
        { name: tool, arguments: { ...input } },
        { signal, timeout: timeoutMs },
      )
      const { structuredContent, content, isError } = readingIn('tools/call', result)
      return { isError, value: structuredContent ?? jsonOf(content) }
    } catch (thrown) {
      const isGivenUp = signal.aborted
      const dropped = connected === opening ? drop() : Promise.resolve()
      if (isGivenUp) signal.throwIfAborted()
      await dropped
      const connection = await opening.catch(() => null)
      throw connection === null ? thrown : connection.explained(thrown)
    }
  }

  return { ask, close: drop }
}

/** The status of an error response: the library only says that there was one. */
const problemOf = (thrown: unknown): string => {
  if (thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number')
    return `HTTP ${String(thrown.status)}`
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
  return problem.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
}

interface Connection {
  readonly client: Client
  /** Turns what was thrown into our errors. */
  readonly explained: (thrown: unknown) => unknown
}

/** The first text as JSON; null if it is not JSON. */
const jsonOf = (content: readonly { readonly type: string }[]): unknown => {
  const [first] = content
  if (first === undefined || !('text' in first) || typeof first.text !== 'string') return null
  try {
    return JSON.parse(first.text)
  } catch {
    return null // plain text, not data
  }
}
