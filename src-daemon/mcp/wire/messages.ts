import type { JSONRPCMessage, parseJSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { isRecord } from '../../platform/is-record.ts'
import { parseForeignJson } from '../../platform/lenient.ts'
import { asBare } from './bare.ts'
import { answeredBy } from './broken-answer.ts'
import { objectsIn } from './json-objects.ts'
import type { OpenRequests } from './open-requests.ts'
import { unreadable } from './unreadable.ts'

/** Reads what a server writes, as messages the client library takes. */
export interface MessageReader {
  /**
   * The messages of a line, an event or a body; a batch has several. Null if there is none, as in a log line. An
   * unreadable answer is an error for its request. `asked` is the only request it can belong to, if there is just one.
   */
  read(text: string, asked?: RequestId | null): readonly JSONRPCMessage[] | null
}

export const createMessageReader = (open: OpenRequests, parse: typeof parseJSONRPCMessage): MessageReader => {
  const read: MessageReader['read'] = (text, asked = null) => {
    let value: unknown
    try {
      value = parseForeignJson(text)
    } catch {
      return within(text, asked) ?? broken(text)
    }
    return messagesIn(Array.isArray(value) ? value : [value], asked)
  }

  const messagesIn = (items: readonly unknown[], asked: RequestId | null): JSONRPCMessage[] | null => {
    const messages = items.flatMap((item): JSONRPCMessage[] => {
      const message = isRecord(item) ? (answerOf(item, open, asked) ?? fromServer(item)) : null
      if (message === null) return []
      const id = 'method' in message ? null : open.meant(message['id'])
      if (id !== null) open.came(id)
      try {
        return [parse(message)]
      } catch {
        return id === null ? [] : [unreadable(id, 'answer_no_message', JSON.stringify(item))]
      }
    })
    return messages.length === 0 ? null : messages
  }

  /**
   * Messages behind the end of a colour, several on one line, or a body of events that says it is JSON. On a line, what stands
   * behind words is quoted by a log.
   */
  const within = (text: string, asked: RequestId | null): JSONRPCMessage[] | null => {
    if (asked === null && !BEGINS_WITH_JSON.test(text)) return null
    const messages = objectsIn(text).flatMap((part): JSONRPCMessage[] => {
      try {
        const value = parseForeignJson(part)
        return (isRecord(value) && 'jsonrpc' in value ? messagesIn([value], null) : null) ?? []
      } catch {
        return broken(part) ?? []
      }
    })
    return messages.length === 0 ? null : messages
  }

  const broken = (text: string): JSONRPCMessage[] | null => {
    const id = answeredBy(text, open)
    if (id === null) return null
    open.came(id)
    return [unreadable(id, 'answer_not_json', text)]
  }

  return { read }
}

/** Behind nothing but spaces and what a terminal takes for colours. */
const BEGINS_WITH_JSON = /^(?:\u001b\[[\d;]*[A-Za-z]|\s)*[{[]/

type Loose = Readonly<Record<string, unknown>>

/** A result, or an error, of one of our requests; null if it is neither. */
const answerOf = (item: Loose, open: OpenRequests, asked: RequestId | null): Loose | null => {
  const { result } = item
  const error = errorOf(item['error'])
  const hasResult = result !== undefined && result !== null
  if (typeof item['method'] === 'string' && !hasResult && error === null) return null
  const isMessage = 'jsonrpc' in item
  const meant = open.meant(item['id'])
  if (!isMessage && meant === null) return null // a log line may be JSON, too
  // A server that can't determine the id sends null: it means the request in this body, or the only open one.
  const id = meant ?? (isAbsent(item['id']) ? (asked ?? (error === null ? null : open.only())) : item['id'])
  // Some servers write an empty error beside each result.
  if (error !== null && !(hasResult && error.code === 0)) return { jsonrpc: '2.0', id, error }
  if (!hasResult && meant !== null && isRecord(item['error']))
    return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: '{}' } }
  // Nothing to say is written as null, or not at all.
  if (!hasResult)
    return meant !== null && (isMessage || 'result' in item) ? { jsonrpc: '2.0', id, result: {} } : null
  return { jsonrpc: '2.0', id, result: isRecord(result) ? withReadableMeta(result) : asBare(result) }
}

/** A request of the server, or a notification; null if it is neither. */
const fromServer = (item: Loose): Loose | null => {
  const { method, id, params } = item
  if (typeof method !== 'string' || !('jsonrpc' in item)) return null
  return {
    jsonrpc: '2.0',
    method,
    ...(isAbsent(id) ? {} : { id }),
    ...(isRecord(params) ? { params: withReadableMeta(params) } : {}),
  }
}

/** Null if there is none, or it is empty. */
const errorOf = (error: unknown): { code: number; message: string; data?: unknown } | null => {
  if (typeof error === 'string' && error !== '') return { code: INTERNAL_ERROR, message: error }
  if (!isRecord(error) || Object.keys(error).length === 0) return null
  const { code, message, data } = error
  const number = Number(code ?? INTERNAL_ERROR)
  return {
    code: Number.isSafeInteger(number) ? number : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : JSON.stringify(message ?? data ?? code ?? null),
    ...(isAbsent(data) ? {} : { data }),
  }
}

const INTERNAL_ERROR = -32_603

/** Without a `_meta`, or members of it, that the library refuses. */
const withReadableMeta = (given: Loose): Loose => {
  if (!('_meta' in given)) return given
  const { _meta: meta, ...rest } = given
  if (!isRecord(meta)) return rest
  const kept = Object.entries(meta).filter(([name, value]) => {
    if (name === 'progressToken') return typeof value === 'string' || Number.isSafeInteger(value)
    if (name === RELATED_TASK) return isRecord(value) && typeof value['taskId'] === 'string'
    return value !== null
  })
  return { ...rest, _meta: Object.fromEntries(kept) }
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task'

const isAbsent = (value: unknown): boolean => value === undefined || value === null
