import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ListenForAgents } from '../../agents/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createServer } from './http.ts'

/** A DID-Auth header repeats the parameters and may have 16 KiB; a body is about as large. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 32 * 1024
const MAX_CONNECTIONS = 64
/** The longest a request may take to arrive. */
const REQUEST_MS = 10_000

/**
 * Carrier (d), for other agents: plain HTTP on the address the owner chose, off until the owner turns it on. It serves
 * the DID document and calls, and nothing else of the API. A request's host must be one of `hosts`, and web pages are
 * refused.
 */
export const listenForAgents: ListenForAgents = async ({
  host,
  port,
  hosts,
  document,
  addressOf,
  answer,
}) => {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS,
      keepAliveTimeout: 5000,
    },
    (request, response) => {
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', 'no-store')
      // Browsers send it with a page's request; other programs don't.
      if (request.headers.origin !== undefined) end(response, 403)
      else if (!hosts.includes((request.headers.host ?? '').toLowerCase())) end(response, 421)
      else if (request.url === '/.well-known/did.json')
        if (request.method === 'GET') end(response, 200, document())
        else end(response, 405)
      else if (request.url !== '/a2a') end(response, 404)
      else if (request.method !== 'POST') end(response, 405)
      else if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? ''))
        end(response, 415)
      else
        respond(request, response).catch(() => {
          // The answering side logs the error; the response contains nothing about it.
          if (!response.headersSent) end(response, 500)
        })
    },
  )
  server.maxConnections = MAX_CONNECTIONS

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    if (body === null) {
      response.setHeader('Connection', 'close')
      end(response, 413)
      return
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const reply = await answer({
      method: request.method ?? '',
      targetUri: addressOf((request.headers.host ?? '').toLowerCase(), request.url ?? ''),
      header: (name) => request.headersDistinct[name]?.join(', '),
      body,
      signal: gone.signal,
    })
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
    end(response, reply.status, reply.body)
  }

  await listen(server, host, port)
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const end = (response: ServerResponse, status: number, body?: string): void => {
  if (body === undefined) response.writeHead(status).end()
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}

/** The body as text; null if it is too large or not UTF-8, or the sender disconnected. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      const part = Buffer.from(chunk as Uint8Array) // a request yields nothing but bytes
      bytes += part.length
      if (bytes > MAX_BODY_BYTES) return null
      chunks.push(part)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return null
  }
}

const listen = (server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const code = 'code' in cause ? String(cause.code) : ''
      const taken = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].includes(code)
      reject(taken ? new SatchelError('port_taken', { params: { port }, cause }) : cause)
    })
    server.listen({ host, port, exclusive: true }, () => {
      resolve()
    })
  })
