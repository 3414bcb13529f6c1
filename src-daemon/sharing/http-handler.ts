import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server'
import { onAbort } from '../platform/abortable.ts'
import type { McpLibrary } from './face.ts'

/** Streams of one program at once; one client holds one. */
const MAX_STREAMS = 4

export interface HttpHandler {
  /** Made with the first request. */
  handler(): Promise<McpHttpHandler>
  close(): Promise<void>
}

/** Answers MCP over HTTP, to programs of both protocol eras. */
export const createHttpHandler = (deps: {
  readonly load: () => Promise<McpLibrary>
  /** A server for one request or one stream of a program. */
  readonly face: (library: McpLibrary, client: string) => McpServer
  /** Calls the listener when what some program sees may have changed. */
  readonly onView: (listener: () => void) => () => void
  readonly report: (problem: unknown) => void
}): HttpHandler => {
  const { load, face, onView, report } = deps
  let handler: Promise<McpHttpHandler> | null = null

  const make = async (): Promise<McpHttpHandler> => {
    const library = await load()
    const made = library.createMcpHandler(({ authInfo }) => face(library, authInfo?.clientId ?? ''), {
      onerror: report,
    })
    onView(() => {
      made.notify.toolsChanged()
      made.notify.resourcesChanged()
      made.notify.promptsChanged()
    })
    const listen = createListening({ library, face: (client) => face(library, client), report })
    return {
      ...made,
      fetch: (request, options) =>
        request.method === 'GET'
          ? listen(request, options?.authInfo?.clientId ?? '')
          : made.fetch(request, options),
    }
  }

  return {
    handler: () => (handler ??= make()),
    close: async () => {
      await (await handler)?.close()
    },
  }
}

/**
 * Handles the event stream of programs of the 2025 era: a GET that stays open until the program, or the
 * owner's change, ends it.
 */
type Listening = (request: Request, client: string) => Promise<Response>

/**
 * Tells such a program on its stream that its tools have changed. There is no session: the only message is to
 * list the tools again, which suits every stream of a program, and a stream that was reopened.
 *
 * @param deps.face a server for one stream
 */
const createListening = (deps: {
  readonly library: McpLibrary
  readonly face: (client: string) => McpServer
  readonly report: (problem: unknown) => void
}): Listening => {
  const { library, face, report } = deps
  const streams = new Map<string, number>()

  return async (request, client) => {
    const before = streams.get(client) ?? 0
    if (before >= MAX_STREAMS) return new Response(null, { status: 429 })
    const server = face(client)
    const transport = new library.WebStandardStreamableHTTPServerTransport()
    streams.set(client, before + 1)
    const end = (): void => {
      const left = (streams.get(client) ?? 1) - 1
      if (left === 0) streams.delete(client)
      else streams.set(client, left)
      server.close().catch(report)
    }
    try {
      await server.connect(transport)
      const response = await transport.handleRequest(request)
      // A program that has disconnected meanwhile gets nothing.
      if (response.ok) onAbort(request.signal, end)
      else end()
      return response
    } catch (thrown) {
      end()
      throw thrown
    }
  }
}
