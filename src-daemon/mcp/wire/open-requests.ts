import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'

/** Our requests that a server has not answered yet, over one connection. */
export interface OpenRequests {
  /** Notes a message of ours: a request is open from now on, a cancelled one no longer is. */
  sent(message: JSONRPCMessage): void
  /** The method of an open request, which is then answered; null if none has this id. */
  answer(id: RequestId): string | null
  has(id: RequestId): boolean
  /** Notes that an answer arrived, which is on its way to the caller. */
  came(id: RequestId): void
  /** The id an answer means, which may be written as a text or a number; null if nothing open waits for it. */
  meant(id: unknown): RequestId | null
  /** The only open one; null if there are none or several. */
  only(): RequestId | null
}

/** The server may never answer abandoned requests. */
const MAX_OPEN = 1000

export const createOpenRequests = (): OpenRequests => {
  const open = new Map<string, { readonly id: RequestId; readonly method: string }>()
  /** Those whose answer has come. */
  const came = new Set<string>()
  const close = (id: string): void => {
    open.delete(id)
    came.delete(id)
  }
  return {
    sent: (message) => {
      if (!('method' in message)) return
      if ('id' in message) open.set(String(message.id), { id: message.id, method: message.method })
      else if (message.method === 'notifications/cancelled')
        open.delete(String(message.params?.['requestId']))
      const oldest = open.size > MAX_OPEN ? open.keys().next().value : undefined
      if (oldest !== undefined) open.delete(oldest)
    },
    answer: (id) => {
      const found = open.get(String(id))
      close(String(id))
      return found?.method ?? null
    },
    has: (id) => open.has(String(id)),
    came: (id) => {
      if (open.has(String(id))) came.add(String(id))
    },
    meant: (id) =>
      (typeof id === 'string' || typeof id === 'number') && !came.has(String(id))
        ? (open.get(String(id))?.id ?? null)
        : null,
    only: () => {
      const [first, second] = [...open.values()].filter(({ id }) => !came.has(String(id)))
      return first !== undefined && second === undefined ? first.id : null
    },
  }
}
