import { onAbort } from '../platform/abortable.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { ChatEvent, Message } from '../contract/chat.ts'

export interface ChatEvents {
  readonly publish: (event: ChatEvent) => void
  /** Listens from this very call on; `first` are delivered before anything published later. Ends when `signal` fires. */
  subscribe(input: {
    conversationId?: string | undefined
    signal: AbortSignal
    first: readonly ChatEvent[]
  }): AsyncIterable<ChatEvent>
}

/** How many events a slow reader may lag before its backlog is merged into full messages. */
const BACKLOG = 500

/**
 * Events of all conversations to everyone who listens. A reader never holds up the writer and never grows without bound:
 * neighbouring text is joined, and a long backlog becomes the current messages, which say the same.
 */
export const createChatEvents = (snapshot: (messageId: string) => Message | null): ChatEvents => {
  const { listen, emit: publish } = createEmitter<ChatEvent>()

  const subscribe: ChatEvents['subscribe'] = ({ conversationId, signal, first }) => {
    let queue: ChatEvent[] = [...first]
    let ended = signal.aborted
    let wake: (() => void) | null = null

    const read = (event: ChatEvent): void => {
      if (conversationId !== undefined && conversationOf(event) !== conversationId) return
      const joined = join(queue.at(-1), event)
      if (joined !== null) queue[queue.length - 1] = joined
      else queue.push(event)
      if (queue.length > BACKLOG) queue = fold(queue, snapshot)
      wake?.()
    }
    const leave = ended ? null : listen(read)
    const end = (): void => {
      ended = true
      leave?.()
      forget()
      wake?.()
    }
    const forget = onAbort(ended ? null : signal, end)

    const next = async (): Promise<IteratorResult<ChatEvent, undefined>> => {
      while (!ended) {
        const event = queue.shift()
        if (event !== undefined) return { done: false, value: event }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = null
      }
      return { done: true, value: undefined }
    }
    const stop = (): Promise<IteratorResult<ChatEvent, undefined>> => {
      end()
      return Promise.resolve({ done: true, value: undefined })
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: stop }) }
  }

  return { publish, subscribe }
}

const conversationOf = (event: ChatEvent): string | null => {
  if (event.type === 'conversation') return event.conversation.id
  if (event.type === 'message') return event.message.conversationId
  return event.conversationId
}

/** Two pieces of the same text as one; null when they are not neighbours. */
const join = (last: ChatEvent | undefined, event: ChatEvent): ChatEvent | null => {
  if (last?.type !== 'text' || event.type !== 'text') return null
  if (last.messageId !== event.messageId || last.index !== event.index) return null
  if (last.offset + last.delta.length !== event.offset) return null
  return { ...last, delta: last.delta + event.delta }
}

/** The newest word on each conversation and message, in the order they were first mentioned. */
const fold = (queue: readonly ChatEvent[], snapshot: (messageId: string) => Message | null): ChatEvent[] => {
  const folded = new Map<string, ChatEvent>()
  for (const event of queue) {
    if (event.type === 'conversation' || event.type === 'conversation_deleted') {
      folded.set(`conversation ${conversationOf(event) ?? ''}`, event)
      continue
    }
    if (event.type === 'branch' || event.type === 'draft') {
      folded.set(`${event.type} ${event.conversationId ?? ''}`, event)
      continue
    }
    const id = event.type === 'message' ? event.message.id : event.messageId
    const message = snapshot(id)
    if (message !== null) folded.set(`message ${id}`, { type: 'message', message })
  }
  return [...folded.values()]
}
