/** Temporary conversations: the same tables in a database that is only in memory. */
import { SatchelError } from '../platform/errors.ts'
import { openInMemory, type Database } from '../storage/index.ts'
import { createChatStore, type ChatStore } from './store.ts'

const inMemory = new WeakMap<Database, Database>()

/** The temporary database beside a stored one; null if nothing temporary was begun yet. */
export const temporaryBeside = (db: Database): Database | null => inMemory.get(db) ?? null

/** What chat keeps: on disk, and in memory for temporary conversations. */
export const createTieredStore = (db: Database): ChatStore & { close(): void } => {
  const disk = createChatStore(db)
  let memory: ChatStore | null = null

  const begin = (): ChatStore => {
    const opened = openInMemory()
    inMemory.set(db, opened)
    memory = createChatStore(opened, { temporary: true })
    return memory
  }

  /** Asks the memory first, and the disk if it doesn't know what was asked for. */
  const either = <T>(ask: (store: ChatStore) => T): T => {
    if (memory === null) return ask(disk)
    try {
      return ask(memory)
    } catch (thrown) {
      if (!(thrown instanceof SatchelError) || !thrown.code.endsWith('_not_found')) throw thrown
      return ask(disk)
    }
  }
  const isTemporary = (conversationId: string): boolean => {
    if (memory === null) return false
    try {
      memory.conversation(conversationId)
      return true
    } catch {
      return false
    }
  }
  const of = (conversationId: string): ChatStore =>
    memory !== null && isTemporary(conversationId) ? memory : disk
  const ofMessage = (messageId: string): ChatStore =>
    either((store) => {
      store.message(messageId)
      return store
    })
  const ofQueued = (id: string): ChatStore =>
    either((store) => {
      store.queuedInput(id)
      return store
    })
  /** What is written in one transaction may be about both. */
  const both =
    (kind: 'atomically' | 'noted') =>
    <T>(work: () => T): T =>
      disk[kind](() => (memory === null ? work() : memory[kind](work)))

  return {
    saveConversation: (conversation) => {
      if (conversation.temporary) (memory ?? begin()).saveConversation(conversation)
      else disk.saveConversation(conversation)
    },
    conversation: (id) => either((store) => store.conversation(id)),
    conversations: (input) => {
      const stored = disk.conversations(input)
      const isFirst = input.cursor === undefined && input.archived !== true && input.pinned !== true
      const here = isFirst ? (memory?.conversations({ limit: input.limit }).items ?? []) : []
      return { ...stored, items: [...here, ...stored.items] }
    },
    isTitled: (title) => disk.isTitled(title) || memory?.isTitled(title) === true,
    removeConversation: (id) => {
      of(id).removeConversation(id)
    },
    addMessage: (message, stack) => of(message.conversationId).addMessage(message, stack),
    saveMessage: (message) => {
      of(message.conversationId).saveMessage(message)
    },
    message: (id) => either((store) => store.message(id)),
    messages: (input) => of(input.conversationId).messages(input),
    branchTo: (id) => ofMessage(id).branchTo(id),
    stackOf: (id) => either((store) => (store.message(id), store.stackOf(id))),
    saveStack: (id, stack) => {
      ofMessage(id).saveStack(id, stack)
    },
    newestEnd: (id) => ofMessage(id).newestEnd(id),
    costOf: (conversationId) => of(conversationId).costOf(conversationId),
    unfinished: () => disk.unfinished(),
    cutOffImports: () => disk.cutOffImports(),
    addAttachment: (input) => {
      ofMessage(input.messageId).addAttachment(input)
    },
    attachment: (id) => either((store) => store.attachment(id)),
    atomically: both('atomically'),
    noted: both('noted'),
    search: disk.search,
    indexSome: disk.indexSome,
    queued: (conversationId) => of(conversationId).queued(conversationId),
    addQueued: (conversationId, input) => {
      of(conversationId).addQueued(conversationId, input)
    },
    queuedInput: (id) => either((store) => store.queuedInput(id)),
    removeQueued: (id) => {
      ofQueued(id).removeQueued(id)
    },
    draft: (id) => (id === null ? disk : of(id)).draft(id),
    saveDraft: (id, draft) => {
      // One that is gone was deleted, or was in a memory that ended: nothing of it is written down again.
      const store = id === null ? disk : of(id)
      if (id !== null) store.conversation(id)
      store.saveDraft(id, draft)
    },
    close: () => {
      temporaryBeside(db)?.close()
      inMemory.delete(db)
      memory = null
    },
  }
}
