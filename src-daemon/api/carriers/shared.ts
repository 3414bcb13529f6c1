import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SatchelError } from '../../platform/errors.ts'
import { createServer } from '../../platform/http-server.ts'
import type { ListenForPrograms } from '../../sharing/index.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_CONNECTIONS = 64
/** The longest the headers of a request may take to arrive. */
const HEADERS_MS = 10_000

/**
 * Carrier (e), for programs on this computer that have a token: HTTP on 127.0.0.1 only, off until the owner turns it
 * on. A request's `Host` must be its own address, which prevents DNS rebinding, and so must a web page's origin, which
 * no page has. Errors: `port_taken`.
 */
export const listenForPrograms: ListenForPrograms = async ({ port: wanted, answer }) => {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS, keepAliveTimeout: 5000 },
    (request, response) => {
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', 'no-store')
      if (!hosts().includes((request.headers.host ?? '').toLowerCase())) refuse(response, 421)
      else if (!isOurOrigin(request.headers.origin)) refuse(response, 403)
      else
        respond(request, response).catch(() => {
          // The answering side logs the error; the response contains nothing about it.
          if (response.headersSent) response.destroy()
          else refuse(response, 500)
        })
    },
  )
  server.maxConnections = MAX_CONNECTIONS

  const hosts = (): readonly string[] => [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`]
  const isOurOrigin = (origin: string | undefined): boolean =>
    origin === undefined || hosts().some((host) => origin.toLowerCase() === `http://${host}`)

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    response.once('close', () => {
      gone.abort()
    })
    const given = await answer(webRequest(request, gone.signal))
    response.writeHead(given.status, Object.fromEntries(given.headers))
    // Lets a client that only listens know that it is connected; the first message may come much later.
    response.flushHeaders()
    if (given.body === null) response.end()
    else
      // Two types of one thing: Node and the DOM each have their own of a stream.
      await pipeline(Readable.fromWeb(given.body as never), response).catch((problem: unknown) => {
        // The client has disconnected; the rest isn't needed.
        if (!gone.signal.aborted) throw problem
      })
  }

  const port = await listen(server, wanted)
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const webRequest = (request: IncomingMessage, signal: AbortSignal): Request => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const method = request.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://${request.headers.host ?? ''}${request.url ?? '/'}`, {
    method,
    headers,
    signal,
    // As above.
    ...(hasBody ? { body: Readable.toWeb(request) as never, duplex: 'half' } : {}),
  })
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { Connection: 'close' }).end()
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
