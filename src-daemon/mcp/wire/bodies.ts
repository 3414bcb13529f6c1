import type { RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../platform/is-record.ts'
import type { FetchLike } from '../../network/index.ts'
import { readEvents } from './events.ts'
import type { MessageReader } from './messages.ts'
import { unreadable } from './unreadable.ts'

/**
 * `send` whose answers the client library can read: of another media type, with a byte order mark, as a batch or of events with
 * other names. A body that holds no answer is an error for the request it answers.
 */
export const readBodies = (deps: {
  readonly send: FetchLike
  readonly reader: MessageReader
  /** Called with each event that isn't a message. */
  readonly otherEvent: (name: string, data: string) => void
}): FetchLike => {
  const { reader, otherEvent } = deps
  const { send, isOpen } = watchingStream(deps.send)
  return async (input, init = {}) => {
    const response = await send(input, init)
    if (!response.ok) return response
    const asked = askedIn(init)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    if (typeOf(headers) === EVENTS) {
      const events = readEvents({ read: (data) => reader.read(data, asked), other: otherEvent })
      return new Response(response.body?.pipeThrough(events) ?? null, { status: response.status, headers })
    }
    if (asked === null) return response
    const text = await response.text()
    const found = reader.read(text, asked)
    // The answer comes on another way.
    if (found === null && response.status === 202 && isOpen())
      return new Response(text, { status: 202, headers })
    const reason = text.trim() === '' ? 'answer_empty' : 'answer_not_json'
    const messages = found ?? [unreadable(asked, reason, text)]
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(messages), { status: 200, headers })
  }
}

/**
 * `send` that knows whether the server's own stream of messages is open, on which an answer may come to a request that was
 * only accepted.
 */
const watchingStream = (send: FetchLike): { readonly send: FetchLike; readonly isOpen: () => boolean } => {
  let open = 0
  const watched: FetchLike = async (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return await send(input, init)
    open += 1
    const ended = (): void => {
      open -= 1
    }
    try {
      const response = await send(input, init)
      if (response.body === null || typeOf(response.headers) !== EVENTS) {
        ended()
        return response
      }
      const { status, headers } = response
      return new Response(endingWith(response.body, ended), { status, headers })
    } catch (thrown) {
      ended()
      throw thrown
    }
  }
  return { send: watched, isOpen: () => open > 0 }
}

/** The stream, and a word when it ends in whatever way. */
const endingWith = (stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> => {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (!done) {
          controller.enqueue(value)
          return
        }
        controller.close()
      } catch (thrown) {
        controller.error(thrown)
      }
      ended()
    },
    cancel: async (reason) => {
      ended()
      await reader.cancel(reason)
    },
  })
}

const EVENTS = 'text/event-stream'

const typeOf = (headers: Headers): string | undefined =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()

/** The id of the request in a sent body; null if it isn't a request. */
const askedIn = ({ method, body }: RequestInit): RequestId | null => {
  if (method !== 'POST' || typeof body !== 'string') return null
  const message: unknown = JSON.parse(body)
  if (!isRecord(message) || typeof message['method'] !== 'string') return null
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
