import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { PublishedOffer } from '../../contract/agent-offer.ts'
import { readStrictJson } from '../../identity/index.ts'
import { appVersion } from '../../platform/app.ts'
import { MCP_PLACES, offeredMcpToolSchema, type OfferedMcpTool } from '../offer/mcp-tools.ts'
import { RPC, writeError } from '../core/json-rpc.ts'
import type { Face, FaceAnswer, FaceRequest } from './faces.ts'
import { errorText, refusedByHttp } from './http-refusals.ts'
import { createRateLimit } from './rate-limit.ts'
import type { AdmittedCaller, Reception } from './reception.ts'

export interface McpFacesDeps {
  readonly reception: Pick<Reception, 'admit' | 'call'>
  /** What was published: its tools are listed to everybody, as all that was published is. */
  readonly published: () => Pick<PublishedOffer, 'files'> | null
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number
  readonly log: { warn(data: object, message: string): void }
}

/** What the protocol's library reads of a request. */
const HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']
const toolsSchema = z.object({ tools: z.array(offeredMcpToolSchema) })
const messageSchema = z.object({ method: z.string(), id: z.union([z.string(), z.number()]).optional() })
/** What an endpoint with tools and without sessions knows; everything else isn't worth the library's time. */
const METHODS = new Set(['server/discover', 'initialize', 'ping', 'tools/list', 'tools/call'])

/** The operations as tools of MCP, without sessions. A call is received like all others; greetings and lists are answered to anybody. */
export const mcpFaces = ({ reception, published, ticks, log }: McpFacesDeps): readonly Face[] => {
  const greetings = createRateLimit({ burst: 120, perMinute: 600, now: ticks })
  const handlers = new Map<string, Promise<McpHttpHandler>>()

  const toolsIn = (file: string): readonly OfferedMcpTool[] | null => {
    const found = published()?.files.find(({ path }) => path === file || path.endsWith(`/${file}`))
    return found === undefined ? null : toolsSchema.parse(JSON.parse(found.text)).tools
  }

  /** The library is loaded with the first request. */
  const make = async (file: string): Promise<McpHttpHandler> => {
    const library = await import('@modelcontextprotocol/server')
    return library.createMcpHandler(
      ({ authInfo }) => {
        const caller = authInfo?.extra?.['caller'] as AdmittedCaller | undefined
        const { server } = new library.McpServer(
          { name: 'satchel', title: 'Satchel', version: appVersion },
          { capabilities: { tools: {} } },
        )
        server.setRequestHandler('tools/list', () => ({ tools: [...(toolsIn(file) ?? [])] }))
        server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
          const tool = toolsIn(file)?.find(({ name }) => name === params.name)
          if (tool === undefined || caller === undefined)
            throw new library.ProtocolError(
              library.ProtocolErrorCode.InvalidParams,
              `Unknown tool: ${params.name}`,
            )
          const { method } = tool._meta
          const outcome = await reception.call(caller, { method, params: params.arguments ?? {}, signal })
          if (!outcome.ok) return { isError: true, content: [{ type: 'text', text: outcome.message }] }
          const structuredContent = { ...outcome.output }
          return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
        })
        return server
      },
      {
        onerror: (err) => {
          log.warn({ err }, 'a request of another agent over MCP')
        },
      },
    )
  }

  const handlerOf = (file: string): Promise<McpHttpHandler> => {
    const made = handlers.get(file) ?? make(file)
    handlers.set(file, made)
    return made
  }

  const answer = async (request: FaceRequest, file: string): Promise<FaceAnswer> => {
    if (toolsIn(file) === null)
      return { status: 404, body: errorText('NOT_FOUND', 'nothing is offered here') }
    const json = readStrictJson(request.body)
    const message = messageSchema.safeParse(json.ok ? json.value : null)
    if (!message.success)
      return { status: 400, body: errorText('INVALID_INPUT', 'expected one message of MCP') }
    const { method, id } = message.data
    if (id === undefined) return { status: 202 }
    if (!METHODS.has(method))
      return { status: 200, body: writeError(id, RPC.methodNotFound, 'no such method') }
    const isCall = method === 'tools/call'
    if (!isCall && !greetings.take(request.from))
      return refusedByHttp({ ok: false, code: 'TOO_MANY', message: 'too many requests' })
    const caller = isCall ? await reception.admit(request) : null
    if (caller?.ok === false) return refusedByHttp(caller)
    const handler = await handlerOf(file)
    const headers = HEADERS.flatMap((name): [string, string][] => {
      const value = request.header(name)
      return value === undefined ? [] : [[name, value]]
    })
    const { targetUri, body, signal } = request
    const response = await handler.fetch(new Request(targetUri, { method: 'POST', headers, body, signal }), {
      ...(caller !== null && {
        authInfo: { token: '', clientId: caller.did, scopes: [], extra: { caller } },
      }),
    })
    return {
      status: response.status,
      headers: { ...caller?.headers, ...Object.fromEntries(response.headers) },
      ...(response.body !== null && { body: textIn(response.body) }),
    }
  }

  return MCP_PLACES.map(({ path, file }) => ({
    method: 'POST',
    path,
    answer: (request) => answer(request, file),
  }))
}

async function* textIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of body) yield decoder.decode(piece, { stream: true })
}
