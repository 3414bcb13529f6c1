import type { IndexStore } from '../types.ts'
import type { Meaning } from '../search/search.ts'
import { createIndexFace } from './face.ts'
import { createRateLimit } from './rate-limit.ts'
import { createIndexRequests } from './requests.ts'

/** Of one caller over a pipe, and of all callers together over HTTP: there is no telling them apart. */
const PER_MINUTE = { stdio: 1200, http: 6000 }

export interface IndexServiceDeps {
  readonly store: IndexStore
  /** Null where there is no embedding model. */
  readonly meaning: Meaning | null
  readonly report: (problem: unknown) => void
  readonly now?: () => number
  /** Requests in a minute. */
  readonly perMinute?: number
}

/**
 * The MCP service over an index (acp.md 5.3): `resolve_capability`, `search_capabilities`, and resources with health and statistics. It only
 * reads, and remembers nothing between requests.
 */
export const createIndexService = (deps: IndexServiceDeps) => {
  const { store, meaning, report, now = Date.now, perMinute } = deps
  const requests = createIndexRequests({ store, meaning, now })
  const load = () => import('@modelcontextprotocol/server')

  /** Serves one program on the standard streams of this process, until they end. */
  const stdio = async (): Promise<{ close(): Promise<void> }> => {
    const [library, { serveStdio }] = await Promise.all([
      load(),
      import('@modelcontextprotocol/server/stdio'),
    ])
    const { take } = createRateLimit({ perMinute: perMinute ?? PER_MINUTE.stdio, now })
    return serveStdio(() => createIndexFace({ library, requests, take, report }), { onerror: report })
  }

  /** Answers requests of Streamable HTTP, at `/mcp`. */
  const http = async (): Promise<{
    answer: (request: Request) => Promise<Response>
    close(): Promise<void>
  }> => {
    const library = await load()
    const { take } = createRateLimit({ perMinute: perMinute ?? PER_MINUTE.http, now })
    const handler = library.createMcpHandler(() => createIndexFace({ library, requests, take, report }), {
      onerror: report,
    })
    return {
      answer: (request) =>
        new URL(request.url).pathname === '/mcp'
          ? handler.fetch(request)
          : Promise.resolve(new Response(null, { status: 404 })),
      close: () => handler.close(),
    }
  }

  return { stdio, http, requests }
}
