import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { onAbort } from '../platform/abortable.ts'
import { SatchelError } from '../platform/errors.ts'

/**
 * Where the browser returns to, once: a listener on 127.0.0.1 that accepts the one answer with the right state (RFC
 * 8252 7.3).
 */
export interface Callback {
  readonly redirectUri: string
  /** The parameters of the browser's request; rejects with the reason of `signal`. */
  readonly answer: Promise<URLSearchParams>
  /** Shows the result to the person waiting in the browser. */
  reply(page: string): void
  close(): void
}

const PATH = '/callback'

/**
 * Opens a callback on `port`, or on a free one if that is taken or null. Refuses every other request (another host
 * name, path, method or state) without effect, because any page in the browser may send one.
 */
export const openCallback = async (input: {
  readonly port: number | null
  readonly state: string
  readonly signal: AbortSignal
}): Promise<Callback> => {
  const { state, signal } = input
  const answered = Promise.withResolvers<URLSearchParams>()
  answered.promise.catch(() => undefined) // a sign-in may be cancelled before anything awaits it
  let waiting: ServerResponse | null = null
  let taken = false

  // Imported late, so that the daemon starts faster: it loads a whole client, too.
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    const params = paramsOf(request, host())
    if (params === null || taken || !same(params.get('state') ?? '', state)) {
      response.writeHead(params === null ? 404 : 400, HEADERS).end()
      return
    }
    taken = true
    waiting = response
    answered.resolve(params)
  })
  server.headersTimeout = 5_000
  server.requestTimeout = 5_000
  server.maxConnections = 16
  const port = await listen(server, input.port)
  const host = () => `127.0.0.1:${String(port)}`

  const close = (): void => {
    waiting = null
    server.close()
    server.closeAllConnections()
  }
  const giveUp = (): void => {
    answered.reject(signal.reason)
    close()
  }
  const stopListening = onAbort(signal, giveUp)

  return {
    redirectUri: `http://${host()}${PATH}`,
    answer: answered.promise,
    reply: (page) => {
      const response = waiting
      waiting = null
      stopListening()
      server.close()
      if (response === null) server.closeAllConnections()
      else
        response.writeHead(200, HEADERS).end(page, () => {
          server.closeAllConnections()
        })
    },
    close: () => {
      stopListening()
      close()
    },
  }
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/**
 * The query parameters of a request to the one path; null for any other request. A DNS name that points here counts as
 * another host.
 */
const paramsOf = ({ method, url, headers }: IncomingMessage, host: string): URLSearchParams | null => {
  if (method !== 'GET' || headers.host !== host || url === undefined) return null
  const [path, query = ''] = url.split('?', 2)
  return path === PATH ? new URLSearchParams(query) : null
}

const same = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

const listen = async (server: Server, wanted: number | null): Promise<number> => {
  const on = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        const address = server.address()
        if (address === null || typeof address === 'string') reject(new SatchelError('internal'))
        else resolve(address.port)
      })
    })
  if (wanted === null) return on(0)
  return on(wanted).catch((thrown: unknown) => {
    if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'EADDRINUSE') throw thrown
    return on(0)
  })
}

/** A page with nothing but the text. */
export const plainPage = (language: string, title: string, text: string): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
  `<title>${escaped(title)}</title><h1>${escaped(title)}</h1><p>${escaped(text)}</p></html>`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${String(one.charCodeAt(0))};`)
