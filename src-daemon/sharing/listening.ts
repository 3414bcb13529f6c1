import type { McpServer } from '@modelcontextprotocol/server'
import { onAbort } from '../platform/abortable.ts'
import type { McpLibrary } from './face.ts'

/** Streams of one program at once; one client holds one. */
const MOST_STREAMS = 4

/** Answers what programs of the 2025 era listen on: a GET that stays open until they, or who may end it, end it. */
export type Listening = (request: Request, client: string) => Promise<Response>

/**
 * Such a program hears on its stream that its tools have changed. There is no session: all that is told is to ask again, which is as true for
 * each stream of a program, and after one was cut off.
 *
 * @param deps.face a server for one stream
 */
export const createListening = (deps: {
  readonly library: McpLibrary
  readonly face: (client: string) => McpServer
  readonly report: (problem: unknown) => void
}): Listening => {
  const { library, face, report } = deps
  const streams = new Map<string, number>()

  return async (request, client) => {
    const before = streams.get(client) ?? 0
    if (before >= MOST_STREAMS) return new Response(null, { status: 429 })
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
      // Whoever went meanwhile is told nothing any more.
      if (response.ok) onAbort(request.signal, end)
      else end()
      return response
    } catch (thrown) {
      end()
      throw thrown
    }
  }
}
