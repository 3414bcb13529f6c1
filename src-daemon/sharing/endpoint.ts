import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { SharedClient } from '../contract/sharing.ts'
import { refuseAmbiguous } from './unambiguous.ts'

/** Makes the carrier listen. Errors: `port_taken`. */
export type ListenForPrograms = (input: {
  readonly port: number
  readonly answer: (request: Request) => Promise<Response>
}) => Promise<{ readonly port: number; close(): Promise<void> }>

const PATH = '/mcp'
/** As much as the library reads of a request. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
const METADATA = '/.well-known/oauth-protected-resource'

export const urlOf = (port: number): string => `http://127.0.0.1:${String(port)}${PATH}`

/**
 * Answers requests over HTTP: the resource metadata (RFC 9728) is public, everything else needs a token.
 * There is no authorization server: the owner creates tokens in Satchel, so the metadata names none.
 */
export const createEndpoint = (deps: {
  readonly handler: () => Promise<Pick<McpHttpHandler, 'fetch'>>
  readonly clientOf: (token: string) => SharedClient | null
  /** Fires when the program may no longer call. */
  readonly signalOf: (client: SharedClient) => { readonly signal: AbortSignal; readonly end: () => void }
}): ((request: Request) => Promise<Response>) => {
  const { handler, clientOf, signalOf } = deps

  return async (request) => {
    const { origin, pathname } = new URL(request.url)
    if (pathname === METADATA || pathname === `${METADATA}${PATH}`)
      return request.method === 'GET'
        ? Response.json(metadataOf(origin))
        : new Response(null, { status: 405 })
    if (pathname !== PATH) return new Response(null, { status: 404 })

    const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const client = token === undefined ? null : clientOf(token)
    if (client === null || client.status === 'refused') return challenge(origin, token !== undefined)

    const { signal, end } = signalOf(client)
    let body: string | null
    try {
      body = await textOf(request)
    } catch (thrown) {
      end()
      if (thrown instanceof RangeError) return new Response(null, { status: 413 })
      throw thrown
    }
    const refused = body === null ? null : refuseAmbiguous(body)
    if (refused !== null) {
      end()
      return Response.json(refused, { status: 400 })
    }
    const both = AbortSignal.any([request.signal, signal])
    const { fetch } = await handler()
    const { url, method, headers } = request
    const response = await fetch(new Request(url, { method, headers, body, signal: both }), {
      authInfo: { token: '', clientId: client.name, scopes: [] },
    })
    return untilEnd(response, end)
  }
}

/** The body of a request; null if it has none. Errors: `RangeError` for one that is too large. */
const textOf = async ({ body }: Request): Promise<string | null> => {
  if (body === null) return null
  const chunks: Uint8Array[] = []
  let bytes = 0
  const stream: AsyncIterable<Uint8Array> = body
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new RangeError('the message is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const metadataOf = (origin: string): object => ({
  resource: `${origin}${PATH}`,
  resource_name: 'Satchel',
  bearer_methods_supported: ['header'],
})

const challenge = (origin: string, isWrong: boolean): Response => {
  const metadata = `resource_metadata="${origin}${METADATA}${PATH}"`
  return Response.json(
    { error: 'invalid_token', error_description: 'A token of the owner is needed: Satchel, Sharing.' },
    {
      status: 401,
      headers: {
        'WWW-Authenticate': `Bearer ${isWrong ? 'error="invalid_token", ' : ''}${metadata}`,
      },
    },
  )
}

/** The same response; `end` is called once its body was read or cancelled. */
const untilEnd = (response: Response, end: () => void): Response => {
  if (response.body === null) {
    end()
    return response
  }
  const given: ReadableStream<Uint8Array> = response.body
  const reader: ReadableStreamDefaultReader<Uint8Array> = given.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          controller.enqueue(value)
          return
        }
        controller.close()
      } catch (problem) {
        controller.error(problem)
      }
      end()
    },
    cancel: async (reason) => {
      end()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
