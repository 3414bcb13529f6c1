import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { findFace, type Face, type FaceAnswer, type ListenForAgents } from '../../agents/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createServer, createTlsServer } from '../../platform/http-server.ts'

/** A DID-Auth header repeats the parameters and may have 16 KiB; a body is about as large. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 32 * 1024
const MAX_CONNECTIONS = 512
/** Of one network address. */
const MAX_CONNECTIONS_EACH = 64
/** The longest a request may take to arrive. */
const REQUEST_MS = 10_000

/**
 * Carrier (d), for other agents: on the address the owner chose, off until the owner turns it on. It serves the faces, and
 * nothing of the API. A request's host must be one of `hosts`, and web pages are refused.
 */
export const listenForAgents: ListenForAgents = async (input) => {
  const { host, port, hosts, tls, addressOf, faces, log } = input
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-store')
    const face = faceFor(request)
    if (typeof face === 'number') end(response, { status: face })
    else
      respond(face, request, response).catch((thrown: unknown) => {
        log.warn({ err: thrown, path: face.path }, 'a request of another agent failed')
        // The response contains nothing about it; half an answer is cut off.
        if (response.headersSent) response.destroy()
        else end(response, { status: 500 })
      })
  }
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    keepAliveTimeout: 5000,
  }
  const server = tls === null ? createServer(limits, take) : createTlsServer({ ...limits, ...tls }, take)
  server.maxConnections = MAX_CONNECTIONS
  const connections = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    // A proxy on this computer has the connections of all.
    if (isLoopback(address)) return
    const own = (connections.get(address) ?? 0) + 1
    connections.set(address, own)
    socket.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1
      if (left === 0) connections.delete(address)
      else connections.set(address, left)
    })
    if (own > MAX_CONNECTIONS_EACH) socket.destroy()
  })

  /** The face, or the status of a refusal. */
  const faceFor = (request: IncomingMessage): Face | number => {
    // Browsers send it with a page's request; other programs don't.
    if (request.headers.origin !== undefined) return 403
    if (!hosts.includes(hostOf(request))) return 421
    const path = pathOf(request)
    const found = findFace(faces(path), { method: request.method ?? '', path })
    if (!('answer' in found)) return found.length === 0 ? 404 : 405
    if (found.method === 'POST' && !isJson(request)) return 415
    return found
  }

  const respond = async (face: Face, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request)
    const header = (name: string): string | undefined => request.headersDistinct[name]?.join(', ')
    const body =
      face.method === 'GET'
        ? ''
        : await readBody(request, face.maxBytes?.({ path, header }) ?? MAX_BODY_BYTES)
    if (body === null) {
      end(response, { status: 413, headers: { Connection: 'close' } })
      return
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const answer = await face.answer({
      method: face.method,
      path,
      targetUri: addressOf(hostOf(request), request.url ?? ''),
      header,
      body,
      from: request.socket.remoteAddress ?? '',
      signal: gone.signal,
    })
    if (typeof answer.body === 'object') await stream(response, answer, answer.body)
    else end(response, answer)
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

const isLoopback = (address: string): boolean => /^(?:::1$|(?:::ffff:)?127\.)/.test(address)

const hostOf = (request: IncomingMessage): string => (request.headers.host ?? '').toLowerCase()

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? ''

const isJson = (request: IncomingMessage): boolean =>
  /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i.test(request.headers['content-type'] ?? '')

const JSON_TYPE = { 'Content-Type': 'application/json' }

const end = (response: ServerResponse, { status, headers, body }: FaceAnswer): void => {
  if (typeof body !== 'string') response.writeHead(status, headers).end()
  else response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body)
}

/** Sends pieces as they come, and no faster than they are taken. */
const stream = async (
  response: ServerResponse,
  { status, headers }: FaceAnswer,
  pieces: AsyncIterable<string>,
): Promise<void> => {
  response.writeHead(status, { ...JSON_TYPE, ...headers })
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece))
      await new Promise<void>((resolve) => {
        response.once('drain', resolve)
        response.once('close', resolve)
      })
  }
  response.end()
}

/** The body as text; null if it is too large or not UTF-8, or the sender disconnected. */
const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      const part = Buffer.from(chunk as Uint8Array) // a request yields nothing but bytes
      bytes += part.length
      if (bytes > maxBytes) return null
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
