/** The answer a running turn writes: changed in memory, told at once, and stored from time to time. */
import type { Draft } from './core/draft.ts'
import type { ChatStore } from './store.ts'
import { labelled, type Label } from '../contract/labels.ts'
import type { ChatEvent, Message, MessagePart } from '../contract/chat.ts'

/** How much of an answer a crash may lose, in ms. Writing each token would cost a disk sync per token. */
const FLUSH_MS = 250

export const createDraft = ({
  message: begun,
  store,
  publish,
}: {
  message: Message
  store: Pick<ChatStore, 'saveMessage'> & {
    /** `saveMessage` that does not wait for the disk. */
    noteMessage(message: Message): void
  }
  publish: (event: ChatEvent) => void
}): Draft => {
  const { id, conversationId, turnId } = begun
  let message = begun
  let discarded = false
  let timer: NodeJS.Timeout | null = null
  /** At first, only Satchel says something. */
  let label = (): Label => labelled('state')
  let broken: { readonly reason: unknown } | null = null

  const save = (write = store.saveMessage): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!discarded) write(message)
  }

  const saveSoon = (): void => {
    timer ??= setTimeout(() => {
      try {
        save()
      } catch (reason) {
        broken = { reason } // Thrown at the turn's next token, where the turn can react.
      }
    }, FLUSH_MS)
  }

  const tell = (event: ChatEvent): void => {
    if (!discarded) publish(event)
  }

  const setPart = (index: number, part: MessagePart): void => {
    message = { ...message, parts: message.parts.toSpliced(index, 1, part) }
  }

  const withLabel = (part: MessagePart): MessagePart =>
    part.type === 'tool' || part.integrity !== undefined ? part : { ...part, ...label() }

  const put = (index: number, written: MessagePart, keep: () => void): void => {
    const part = withLabel(written)
    setPart(index, part)
    keep()
    tell({ type: 'part', conversationId, messageId: id, index, part })
  }

  const replace: Draft['replace'] = (index, part) => {
    put(index, part, part.type === 'tool' && part.status === 'running' ? save : saveSoon)
  }

  const append = (type: 'text' | 'thinking', delta: string): void => {
    if (broken !== null) throw broken.reason
    const index = message.parts.length - 1
    const last = message.parts[index]
    if (last?.type !== type) {
      const part = withLabel({ type, text: delta })
      setPart(index + 1, part)
      tell({ type: 'part', conversationId, messageId: id, index: index + 1, part })
    } else {
      setPart(index, { ...last, text: last.text + delta })
      tell({ type: 'text', conversationId, messageId: id, index, offset: last.text.length, delta })
    }
    saveSoon()
  }

  const change = (changed: Partial<Pick<Message, 'model' | 'context'>>): void => {
    message = { ...message, ...changed }
    saveSoon()
    tell({ type: 'message', message })
  }

  // What began the turn was only noted.
  saveSoon()

  return {
    id,
    conversationId,
    turnId,
    message: () => message,
    add: (part) => {
      const index = message.parts.length
      replace(index, part)
      return index
    },
    note: (part) => {
      const index = message.parts.length
      put(index, part, () => {
        save(store.noteMessage)
      })
      return index
    },
    replace,
    text: (delta) => {
      append('text', delta)
    },
    thinking: (delta) => {
      append('thinking', delta)
    },
    setModel: (model) => {
      change({ model })
    },
    setLabel: (of) => {
      label = of
    },
    setContext: (context) => {
      change({ context })
    },
    finish: (status) => {
      message = { ...message, status }
      save(store.noteMessage)
      tell({ type: 'message', message })
    },
    settle: () => {
      save()
    },
    fail: (error) => {
      message = {
        ...message,
        status: 'failed',
        parts: [...message.parts, withLabel({ type: 'error', error })],
      }
      try {
        save()
      } finally {
        tell({ type: 'message', message })
      }
    },
    discard: () => {
      discarded = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
