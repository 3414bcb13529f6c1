import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** How one request is answered other than usual. */
const ruleSchema = z.strictObject({
  /** A method of MCP, or of HTTP. */
  on: z.string(),
  /** Only requests to this path. */
  path: z.string().optional(),
  /** The first of such requests it is for, and how many. */
  from: z.int().default(0),
  times: z.int().default(1000),
  status: z.int().default(200),
  type: z.string().nullable().default('application/json'),
  /** Where it leads on to. */
  location: z.string().optional(),
  /** With $ID for the id of the request; null says nothing and keeps the connection open. */
  body: z.string().nullable().default(''),
  /** Forgets all sessions first. */
  forgets: z.boolean().default(false),
  /** Cuts the connection after the body. */
  cuts: z.boolean().default(false),
})
export const edgeAddressSchema = z.strictObject({
  rules: z.array(ruleSchema).default([]),
  /** The address for messages that an older server names; it only supports server-sent events. */
  endpoint: z.string().optional(),
})
type Rule = z.infer<typeof ruleSchema>

/** A server at a loopback address, which counts how often each method was asked for and answered as usual. */
export interface EdgeAddress {
  readonly url: URL
  readonly answered: (method: string) => number
  readonly close: () => Promise<void>
}

const USUAL: Readonly<Record<string, unknown>> = {
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'said' }] },
  ping: {},
}
const GREETING = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'edge', version: '1' },
}

/** A hand-written server for Streamable HTTP with sessions, or with `endpoint` the transport of 2024-11-05; `rules` change its behavior. */
export const openEdgeAddress = async ({
  rules,
  endpoint,
}: z.infer<typeof edgeAddressSchema>): Promise<EdgeAddress> => {
  const sessions = new Set<string>()
  const asked = new Map<string, number>()
  const answered = new Map<string, number>()
  let events: ServerResponse | null = null

  const ruleFor = (what: string, at: string | undefined): Rule | undefined => {
    const nth = asked.get(what) ?? 0
    asked.set(what, nth + 1)
    return rules.find(
      ({ on, path = at, from, times }) => on === what && path === at && nth >= from && nth < from + times,
    )
  }

  const usual = (message: { id?: unknown; method: string }, session: string | undefined) => {
    const { id, method } = message
    const answer = (body: object) => JSON.stringify({ jsonrpc: '2.0', id, ...body })
    if (method === 'initialize') return { status: 200, body: answer({ result: GREETING }) }
    if (endpoint === undefined && session !== undefined && !sessions.has(session))
      return { status: 404, body: answer({ error: { code: -32001, message: 'Session not found' } }) }
    if (id === undefined) return { status: 202, body: '' }
    answered.set(method, (answered.get(method) ?? 0) + 1)
    return {
      status: 200,
      body: answer(
        Object.hasOwn(USUAL, method)
          ? { result: USUAL[method] }
          : { error: { code: -32601, message: 'Method not found' } },
      ),
    }
  }

  const follow = (rule: Rule, id: unknown, response: ServerResponse): void => {
    if (rule.forgets) sessions.clear()
    const headers = {
      ...(rule.type !== null && { 'content-type': rule.type }),
      ...(rule.location !== undefined && { location: rule.location }),
    }
    if (rule.body === null && rule.type === null) return // not even a status
    response.writeHead(rule.status, headers)
    if (rule.body === null) response.flushHeaders()
    else if (rule.cuts)
      response.write(rule.body.replaceAll('$ID', JSON.stringify(id)), () => response.destroy())
    else response.end(rule.body.replaceAll('$ID', JSON.stringify(id)))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      const rule = ruleFor(String(request.method), request.url)
      if (rule !== undefined) follow(rule, null, response)
      else if (endpoint === undefined) response.writeHead(405).end()
      else {
        events = response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`)
      }
      return
    }
    const message = z
      .looseObject({ id: z.unknown().optional(), method: z.string() })
      .parse(JSON.parse(await text(request)))
    const rule = ruleFor(message.method, request.url)
    if (rule !== undefined) {
      follow(rule, message.id, response)
      return
    }
    if (endpoint !== undefined && request.url === '/mcp') {
      response.writeHead(405).end()
      return
    }
    const { status, body } = usual(message, request.headers['mcp-session-id']?.toString())
    if (endpoint !== undefined) {
      response.writeHead(202).end('Accepted')
      if (body !== '') events?.write(`event: message\ndata: ${body}\n\n`)
      return
    }
    const made = randomUUID()
    if (message.method === 'initialize') sessions.add(made)
    const headers = message.method === 'initialize' ? { 'mcp-session-id': made } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

  const server: Server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`),
    answered: (method) => answered.get(method) ?? 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
