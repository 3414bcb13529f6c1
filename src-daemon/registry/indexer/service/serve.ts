import type * as Mcp from '@modelcontextprotocol/server'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { IndexStore } from '../core/types.ts'
import type { Meaning } from '../search/search.ts'
import { createIndexRequests, type IndexRequests } from './requests.ts'
import { appVersion } from '../../../platform/app.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { toErrorView, toSatchelError, SatchelError } from '../../../platform/errors.ts'
import {
  HEALTH_URI,
  INDEX_RESOURCES,
  INDEX_TOOLS,
  RESOLVE,
  RESOLVE_SCHEMA,
  SEARCH,
  STATISTICS_URI,
} from './tools.ts'

/**
 * Requests per minute of one caller over a pipe, or of all callers together over HTTP, which cannot be told
 * apart.
 */
const PER_MINUTE = { stdio: 1200, http: 6000 }

export interface IndexServiceDeps {
  readonly store: IndexStore
  /** Null if there is no embedding model. */
  readonly meaning: Meaning | null
  readonly report: (problem: unknown) => void
  readonly now?: () => number
  /** Requests in a minute. */
  readonly perMinute?: number
}

/**
 * The MCP server over an index (acp.md 5.3): `resolve_capability`, `search_capabilities`, and resources with
 * health and statistics. It is read-only and stateless.
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

type McpLibrary = typeof Mcp

/** Text for models. */
const INSTRUCTIONS =
  'An index of capabilities published in a registry. Whatever it says is to be verified: fetch the file by its CID, and check hash, signature and author.'

/** An MCP server of both protocol eras over an index. `take` throws if the caller has exceeded its rate. */
const createIndexFace = (deps: {
  readonly library: McpLibrary
  readonly requests: IndexRequests
  readonly take: () => void
  readonly report: (problem: unknown) => void
}): McpServer => {
  const { library, requests, take, report } = deps
  const face = new library.McpServer(
    { name: 'satchel-registry', title: 'Satchel registry index', version: appVersion },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  const { server } = face
  const wrong = (text: string) => new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, text)

  server.setRequestHandler('tools/list', () => ({ tools: [...INDEX_TOOLS] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const input = params.arguments ?? {}
    const answer = new Map<string, () => Promise<object>>([
      [RESOLVE, () => requests.resolve(input)],
      [SEARCH, () => requests.search(input)],
      [RESOLVE_SCHEMA, () => requests.withSchema(input)],
    ]).get(params.name)
    if (answer === undefined) throw wrong(`Unknown tool: ${params.name}`)
    try {
      take()
      const result = await answer()
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
    } catch (thrown) {
      return failureOf(thrown)
    }
  })

  server.setRequestHandler('resources/list', () => ({ resources: [...INDEX_RESOURCES] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = uri === HEALTH_URI ? requests.health : uri === STATISTICS_URI ? requests.statistics : null
    if (read === null) throw wrong(`Unknown resource: ${uri}`)
    take()
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(await read()) }] }
  })

  /** A failure is a result, so that a model can read it. Internal errors are also logged. */
  const failureOf = (thrown: unknown): CallToolResult => {
    if (toSatchelError(thrown).code === 'internal') report(thrown)
    const { code, message, action, details } = toErrorView(thrown, 'en')
    const absence = code === 'index_not_found' && isRecord(details) ? details['absence'] : undefined
    const text = JSON.stringify({ code, message, action, absence })
    return { content: [{ type: 'text', text }], isError: true }
  }

  return face
}

const MINUTE_MS = 60_000

/** Allows this many requests of one caller in a minute, in bursts of up to a tenth of them. */
const createRateLimit = ({ perMinute, now }: { readonly perMinute: number; readonly now: () => number }) => {
  const most = Math.max(1, perMinute / 10)
  let left = most
  let at = now()
  return {
    /** @throws SatchelError `index_busy` with the seconds to wait */
    take: (): void => {
      left = Math.min(most, left + ((now() - at) * perMinute) / MINUTE_MS)
      at = now()
      if (left < 1) {
        const seconds = Math.ceil((((1 - left) / perMinute) * MINUTE_MS) / 1000)
        throw new SatchelError('index_busy', { params: { limit: perMinute, seconds }, details: { seconds } })
      }
      left -= 1
    },
  }
}
