import { SatchelError } from '../platform/errors.ts'
import type { IdleWatch } from './idle-timeout.ts'

/**
 * `response` with a body that counts bytes and fails with `response_too_large` beyond `maxBytes`; other failures go
 * through `explain`. Every chunk resets `idle`. Cancelling the body closes the socket. The wire's length and encoding
 * headers are dropped, because the body is decoded.
 */
export const guardBody = (
  response: Response,
  options: {
    maxBytes: number | null
    host: string
    idle: IdleWatch | null
    explain: (thrown: unknown) => unknown
  },
): Response => {
  const { maxBytes, host, idle, explain } = options
  const tooLarge = () =>
    new SatchelError('response_too_large', {
      params: { host, limit: maxBytes ?? 0 },
      details: { host, maxBytes },
    })

  const headers = new Headers(Object.fromEntries(response.headers))
  const announced = Number(headers.get('content-length') ?? 0)
  for (const name of ['content-length', 'content-encoding', 'set-cookie']) headers.delete(name)
  const { status, statusText, body } = response
  if (body === null) {
    idle?.stop()
    return new Response(null, { status, statusText, headers })
  }
  if (maxBytes !== null && announced > maxBytes) {
    body.cancel().catch(() => undefined) // the body already fails with the error that matters
    throw tooLarge()
  }

  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader()
  let bytes = 0
  const counted = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) {
          idle?.stop()
          controller.close()
          return
        }
        idle?.heard()
        bytes += value.byteLength
        if (maxBytes !== null && bytes > maxBytes) {
          idle?.stop()
          await reader.cancel()
          controller.error(tooLarge())
        } else controller.enqueue(value)
      } catch (thrown) {
        controller.error(explain(thrown))
      }
    },
    cancel: (reason) => {
      idle?.stop()
      return reader.cancel(reason)
    },
  })
  return new Response(counted, { status, statusText, headers })
}
