import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { AuthorizationServer } from './authorization-server.ts'

/** What a test may change. */
export interface GuardedServerOptions {
  /** Fields of its resource metadata to override. */
  description?: Record<string, unknown>
  /** Whether a refusal names the address of its metadata. */
  says?: boolean
  /** Handles a request itself; returns true if it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/**
 * An MCP server on loopback that requires a sign-in: reading needs `notes:read`, the tool `write` also
 * `notes:write`.
 */
export interface GuardedServer {
  readonly url: string
  readonly options: GuardedServerOptions
  /** The tokens it received, in order; null for a request without one. */
  readonly shown: (string | null)[]
  close(): void
}

export const startGuardedServer = async (
  authorization: Pick<AuthorizationServer, 'issuer' | 'check'>,
  options: GuardedServerOptions = {},
): Promise<GuardedServer> => {
  const shown: (string | null)[] = []
  let origin = ''
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'notes', version: '1' }, { capabilities: { tools: {} } })
    for (const name of ['read', 'write'])
      mcp.registerTool(name, { description: `May ${name}.`, inputSchema: z.object({}) }, () => ({
        content: [{ type: 'text', text: `${name}: done` }],
      }))
    return mcp
  })

  const refuse = (response: ServerResponse, status: 401 | 403, scope: string) => {
    const where = `${origin}/.well-known/oauth-protected-resource/mcp`
    const said = [
      ...(status === 403 ? ['error="insufficient_scope"'] : []),
      ...(options.says === false ? [] : [`resource_metadata="${where}"`, `scope="${scope}"`]),
    ]
    response.writeHead(status, { 'www-authenticate': `Bearer ${said.join(', ') || 'realm="notes"'}` }).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (options.intercept?.(request, response) === true) return
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          resource: `${origin}/mcp`,
          authorization_servers: [authorization.issuer],
          scopes_supported: ['notes:read'],
          ...options.description,
        }),
      )
      return
    }
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
    shown.push(token ?? null)
    const body = request.method === 'POST' ? await buffer(request) : null
    const writes = /"name":"write"/.test(body?.toString() ?? '')
    const verdict =
      token === undefined
        ? 'invalid'
        : authorization.check(token, `${origin}/mcp`, writes ? 'notes:write' : 'notes:read')
    if (verdict === 'invalid') {
      refuse(response, 401, 'notes:read')
      return
    }
    if (verdict === 'insufficient') {
      refuse(response, 403, 'notes:write')
      return
    }
    const given = await handler.fetch(
      new Request(new URL(request.url ?? '/', origin), {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        body,
      }),
    )
    response.writeHead(given.status, Object.fromEntries(given.headers))
    const reader = given.body?.getReader()
    response.on('close', () => void reader?.cancel())
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      response.write(part.value)
    response.end()
  }

  const server = createServer((request, response) => {
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return {
    url: `${origin}/mcp`,
    options,
    shown,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
