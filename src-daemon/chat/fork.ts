/** A new conversation that begins with the messages of another one. */
import type { Message, MessagePart } from '../contract/chat.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { RunningTurns } from './running.ts'
import { shown, withStack, type ChatStore, type StoredConversation } from './store.ts'
import type { ChatService } from './types.ts'

export interface ForkDeps {
  readonly store: ChatStore
  readonly running: Pick<RunningTurns, 'live'>
  readonly now: () => Date
  readonly emitConversation: (conversation: StoredConversation) => void
}

/** The next free one of "Porto", "Porto (2)", "Porto (3)": two of the same name can't be told apart in a list. */
const numbered = (title: string, isTaken: (title: string) => boolean): string => {
  if (title === '') return ''
  const stem = title.replace(/ \(\d+\)$/u, '')
  let number = 2
  while (isTaken(`${stem} (${String(number)})`)) number += 1
  return `${stem} (${String(number)})`
}

/**
 * Copies the messages down to one into a new conversation. Turns keep their names: what they changed was changed once,
 * and is taken back once.
 */
export const createFork = ({ store, running, now, emitConversation }: ForkDeps): ChatService['fork'] => {
  return (messageId) => {
    if (running.live(messageId) !== null) throw new SatchelError('conversation_busy')
    const branch = store.branchTo(messageId)
    const last = store.message(messageId)
    const from = store.conversation(last.conversationId)
    const at = now().toISOString()
    const copy: StoredConversation = {
      ...withStack(from, store.stackOf(messageId) ?? from.stack),
      id: newId(),
      title: numbered(from.title, store.isTitled),
      createdAt: at,
      updatedAt: at,
      pinned: false,
      archived: false,
      // What is asked for was decided for the other conversation.
      approvals: 'default',
      queued: [],
      headId: null,
    }
    store.atomically(() => {
      store.saveConversation(copy)
      let parentId: string | null = null
      for (const message of branch) parentId = copyMessage(message, copy.id, parentId)
      store.saveConversation({ ...copy, headId: parentId })
    })
    emitConversation(copy)
    return shown(copy)
  }

  function copyMessage(message: Message, conversationId: string, parentId: string | null): string {
    const id = newId()
    const bytes: (() => void)[] = []
    const parts = message.parts.map((part): MessagePart => {
      if (part.type !== 'image') return part
      const attachmentId = newId()
      const attachment = store.attachment(part.attachmentId)
      bytes.push(() => {
        store.addAttachment({ id: attachmentId, messageId: id, ...attachment })
      })
      return { ...part, attachmentId }
    })
    store.addMessage({ ...message, id, conversationId, parentId, parts }, store.stackOf(message.id) ?? [])
    for (const add of bytes) add()
    return id
  }
}
