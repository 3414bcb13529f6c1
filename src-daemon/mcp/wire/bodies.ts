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
export const readBodies =
  (deps: {
    readonly send: FetchLike
    readonly reader: MessageReader
    /** Called with each event that isn't a message. */
    readonly otherEvent: (name: string, data: string) => void
  }): FetchLike =>
  async (input, init = {}) => {
    const { send, reader, otherEvent } = deps
    const response = await send(input, init)
    if (!response.ok) return response
    const asked = askedIn(init)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
    if (type === 'text/event-stream') {
      const events = readEvents({ read: (data) => reader.read(data, asked), other: otherEvent })
      return new Response(response.body?.pipeThrough(events) ?? null, { status: response.status, headers })
    }
    if (asked === null) return response
    const text = await response.text()
    const found = reader.read(text, asked)
    // The answer comes on another way.
    if (found === null && response.status === 202) return new Response(text, { status: 202, headers })
    const reason = text.trim() === '' ? 'answer_empty' : 'answer_not_json'
    const messages = found ?? [unreadable(asked, reason, text)]
    headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(messages), { status: 200, headers })
  }

/** The id of the request in a sent body; null if it isn't a request. */
const askedIn = ({ method, body }: RequestInit): RequestId | null => {
  if (method !== 'POST' || typeof body !== 'string') return null
  const message: unknown = JSON.parse(body)
  if (!isRecord(message) || typeof message['method'] !== 'string') return null
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
