import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { SatchelError, toErrorView, toSatchelError } from '../../platform/errors.ts'
import { createServer } from '../../platform/http-server.ts'
import { APP_FRAME_HTML, appFramePolicy, originsOfFrame, type AppOrigins } from '../../contract/app-frame.ts'
import { PREVIEW_PAGE, PREVIEW_POLICY } from '../../contract/previews.ts'
import { refuseUpgrade, type Connections } from './connections.ts'
import type { DaemonCore, WebLink } from '../core/context.ts'
import { isOfAnotherUser } from './peer.ts'
import { writeRedirectFile } from './redirect-file.ts'
import { createSessions } from './sessions.ts'

const MAX_BODY_BYTES = 4096
const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 64
/** The longest a request may take to arrive. */
const REQUEST_MS = 10_000
/** How often is looked for requests, sessions and links whose time is over. */
const CHECK_MS = 5_000

/** Allows only this origin; Nuxt UI sets inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src data:',
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
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
  /** A link that opens the app once: `http://127.0.0.1:<port>/#token=<token>`; `redirect`: with a file leading to it. */
  link(options: { readonly redirect: boolean }): WebLink
  /** Ends every session and frees the port. */
  close(): Promise<void>
}

/**
 * Carrier (c): the app in the user's browser, over HTTP on 127.0.0.1 only. The app's files are public; its API needs a
 * page of this very origin (`Host` and `Origin` are checked, which prevents DNS rebinding) that names its session in
 * the first message of a WebSocket. The session's secret is the answer to a one-time token, and is never in a cookie,
 * which a browser would send to every port, or in an address. Other users of the computer are refused if the system says
 * whose a connection is. Errors: `port_taken`.
 */
export const listenOnLoopback = async (input: {
  port: number
  rendererDir: string
  /** Where files that lead to links are kept. */
  redirectDir: string
  connections: Connections
  core: Pick<DaemonCore, 'language'>
  now?: () => number
  checkMs?: number
  requestMs?: number
}): Promise<LoopbackCarrier> => {
  const { checkMs = CHECK_MS, requestMs = REQUEST_MS } = input
  const sessions = createSessions(input.now)
  const files = sirv(input.rendererDir, { etag: true, single: false, dotfiles: false })
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
  }
  const server = createServer(limits, (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    const origins = originsOfFrame(`http://127.0.0.1${request.url ?? ''}`)
    if (request.url === `/${PREVIEW_PAGE}`) response.setHeader('Content-Security-Policy', PREVIEW_POLICY)
    if (!isOurHost(request)) refuse(response, 421)
    else if (origins !== null && request.method === 'GET') answerFrame(response, origins)
    else if (request.method === 'POST' && request.url === '/session') void openSession(request, response)
    else if (request.method === 'GET' || request.method === 'HEAD')
      files(request, response, () => {
        refuse(response, 404)
      })
    else refuse(response, 405)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket) => {
    if (isOfAnotherUser(socket)) socket.destroy()
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isOurHost(request) || !isOurOrigin(request)) refuseUpgrade(socket, '403 Forbidden')
    else input.connections.upgrade(request, socket, head, ['renderer'], sessions)
  })
  const port = await listen(server, input.port)

  const isOurHost = (request: IncomingMessage) => request.headers.host === `127.0.0.1:${String(port)}`
  const isOurOrigin = (request: IncomingMessage) =>
    request.headers.origin === `http://127.0.0.1:${String(port)}`

  const openSession = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Cache-Control', 'no-store')
    try {
      if (!isOurOrigin(request)) throw new SatchelError('wrong_token')
      const session = sessions.exchange(await readToken(request))
      response.writeHead(200).end(JSON.stringify({ session }))
    } catch (thrown) {
      response.writeHead(toSatchelError(thrown).code === 'too_many_attempts' ? 429 : 403)
      response.end(JSON.stringify(toErrorView(thrown, input.core.language())))
    }
  }

  const checking = setInterval(sessions.endDue, checkMs)
  checking.unref()

  return {
    link: ({ redirect }) => {
      let file: ReturnType<typeof writeRedirectFile> | null = null
      const { token, expiresAt } = sessions.issue(() => file?.remove())
      const url = `http://127.0.0.1:${String(port)}/#token=${token}`
      if (redirect) file = writeRedirectFile(input.redirectDir, url, input.core.language())
      return { url, expiresAt, redirect: file?.path ?? null }
    },
    close: () =>
      new Promise<void>((resolve) => {
        clearInterval(checking)
        sessions.close()
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** The page in which a server's interface is shown. Its policy is by its address, so it is never answered from a cache. */
const answerFrame = (response: ServerResponse, origins: AppOrigins): void => {
  response.setHeader('Content-Security-Policy', appFramePolicy(origins))
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-DNS-Prefetch-Control', 'off')
  response.writeHead(200).end(APP_FRAME_HTML)
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

/** The token in a request's body; empty if there is none. */
const readToken = async (request: IncomingMessage): Promise<string> => {
  try {
    let body = ''
    for await (const chunk of request) {
      body += String(chunk)
      if (body.length > MAX_BODY_BYTES) return ''
    }
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string'
      ? value.token
      : ''
  } catch {
    // Not JSON, or cut off by a disconnecting client: treated as a wrong token.
    return ''
  }
}
