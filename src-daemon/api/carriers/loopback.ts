import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import { refuseUpgrade, type Connections } from './connections.ts'
import type { DaemonCore } from '../core/context.ts'
import { createServer } from './http.ts'
import { createSessions } from './sessions.ts'

const MAX_BODY_BYTES = 4096

/** Allows only this origin; Nuxt UI sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export interface LoopbackCarrier {
  /** A link that opens the app once: `http://127.0.0.1:<port>/#token=<token>`. */
  link(): { url: string; expiresAt: string }
  close(): Promise<void>
}

/**
 * Carrier (c): the app in the user's browser, over HTTP on 127.0.0.1 only. A page must come from this very origin
 * (`Host` and `Origin` are checked, which prevents DNS rebinding) and hold a session obtained with a one-time token.
 * Errors: `port_taken`.
 */
export const listenOnLoopback = async (input: {
  port: number
  rendererDir: string
  connections: Connections
  core: DaemonCore
}): Promise<LoopbackCarrier> => {
  const sessions = createSessions()
  const files = sirv(input.rendererDir, { etag: true, single: false, dotfiles: false })
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    if (!isOurHost(request)) refuse(response, 421)
    else if (request.method === 'POST' && request.url === '/session') void openSession(request, response)
    else if (request.method === 'GET' || request.method === 'HEAD')
      files(request, response, () => {
        refuse(response, 404)
      })
    else refuse(response, 405)
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isOurHost(request) || !isOurOrigin(request)) refuseUpgrade(socket, '403 Forbidden')
    else if (!sessions.holds(request.headers.cookie, port))
      input.connections.refuseWithoutSession(request, socket, head)
    else input.connections.upgrade(request, socket, head, ['renderer'])
  })
  const port = await listen(server, input.port)

  const isOurHost = (request: IncomingMessage) => request.headers.host === `127.0.0.1:${String(port)}`
  const isOurOrigin = (request: IncomingMessage) =>
    request.headers.origin === `http://127.0.0.1:${String(port)}`

  const openSession = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = isOurOrigin(request) ? await readToken(request) : null
    const cookie = token === null ? null : sessions.exchange(token, port)
    if (cookie === null) {
      response.writeHead(403, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(toErrorView(new SatchelError('wrong_token'), input.core.language())))
      return
    }
    response.writeHead(204, { 'Set-Cookie': cookie }).end()
  }

  return {
    link: () => {
      const { token, expiresAt } = sessions.issue()
      return { url: `http://127.0.0.1:${String(port)}/#token=${token}`, expiresAt }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status).end()
}

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const taken = 'code' in cause && (cause.code === 'EADDRINUSE' || cause.code === 'EACCES')
      reject(taken ? new SatchelError('port_taken', { params: { port }, cause }) : cause)
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new SatchelError('internal'))
      else resolve(address.port)
    })
  })

const readToken = async (request: IncomingMessage): Promise<string | null> => {
  try {
    let body = ''
    for await (const chunk of request) {
      body += String(chunk)
      if (body.length > MAX_BODY_BYTES) return null
    }
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'
      ? value.token
      : null
  } catch {
    // Not JSON, or cut off by a disconnecting client: treated as a wrong token.
    return null
  }
}
