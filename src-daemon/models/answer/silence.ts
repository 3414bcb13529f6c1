import type { FetchLike } from '../../bindings/index.ts'
import { SatchelError } from '../../platform/errors.ts'

/** How long a server may say nothing, in milliseconds: before its first byte, as it may load a model, and between two bytes. */
export interface Patience {
  readonly firstByteMs: number
  readonly betweenMs: number
}

export const PATIENCE: Patience = { firstByteMs: 10 * 60_000, betweenMs: 2 * 60_000 }

/** `fetch` that gives up a silent answer with `model_silent`. Bytes count, not words: a comment that keeps alive does. */
export const patientFetch = (
  fetch: FetchLike,
  options: { readonly patience: Patience; readonly server: string },
): FetchLike => {
  const { patience, server } = options

  return async (input, init = {}) => {
    const silence = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const wait = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const seconds = Math.round(ms / 1000)
        silence.abort(
          new SatchelError('model_silent', { params: { server, seconds }, details: { server, seconds } }),
        )
      }, ms)
    }
    const stop = (): void => {
      clearTimeout(timer)
    }
    const signals = [init.signal, silence.signal].filter((one) => one instanceof AbortSignal)
    wait(patience.firstByteMs)
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      if (response.body === null) {
        stop()
        return response
      }
      const body = watched(
        response.body,
        () => {
          wait(patience.betweenMs)
        },
        stop,
      )
      const { status, statusText, headers } = response
      return new Response(body, { status, statusText, headers })
    } catch (thrown) {
      stop()
      throw thrown
    }
  }
}

const watched = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
  ended: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) {
          ended()
          controller.close()
          return
        }
        heard()
        controller.enqueue(value)
      } catch (thrown) {
        ended()
        controller.error(thrown)
      }
    },
    cancel: async (reason) => {
      ended()
      await reader.cancel(reason)
    },
  })
}
