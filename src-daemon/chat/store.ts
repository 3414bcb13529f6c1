import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { messagePartSchema, messageSchema, type Conversation, type Message } from './types.ts'

/** A conversation with its whole stack of capabilities, the top last. */
export interface StoredConversation extends Conversation {
  readonly stack: readonly string[]
}

/** What chat keeps on disk. Every call is one transaction, durable when it returns. */
export interface ChatStore {
  addConversation(conversation: StoredConversation): void
  saveConversation(conversation: StoredConversation): void
  /** Errors: `conversation_not_found`. */
  conversation(id: string): StoredConversation
  conversations(input: { limit: number; cursor?: string | undefined }): {
    items: Conversation[]
    cursor: string | null
  }
  removeConversation(id: string): void
  /** Appends at the end of its conversation. */
  addMessage(message: Message): void
  /** Writes parts, status and model of a message; nothing when it is gone. */
  saveMessage(message: Message): void
  /** Errors: `message_not_found`. */
  message(id: string): Message
  /** The newest `limit` messages before `before`, oldest first. */
  messages(input: { conversationId: string; limit: number; before?: string | undefined }): Message[]
  unfinished(): Message[]
  atomically<T>(work: () => T): T
}

const CONVERSATION = 'id, title, created_at AS createdAt, updated_at AS updatedAt, stack'
const MESSAGE = `id, conversation_id AS conversationId, turn_id AS turnId, role, status, model, created_at AS createdAt, parts`

const json = z.string().transform((text): unknown => JSON.parse(text))
const conversationRow = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  stack: json.pipe(z.array(z.string())),
})
const messageRow = messageSchema.extend({ parts: json.pipe(z.array(messagePartSchema)) })
const cursorSchema = z.tuple([z.string(), z.string()])

export const createChatStore = (db: Database): ChatStore => {
  const insertConversation = db.prepare(
    'INSERT INTO conversations (id, title, created_at, updated_at, stack) VALUES (@id, @title, @createdAt, @updatedAt, @stack)',
  )
  const updateConversation = db.prepare(
    'UPDATE conversations SET title = @title, updated_at = @updatedAt, stack = @stack WHERE id = @id',
  )
  const oneConversation = db.prepare(`SELECT ${CONVERSATION} FROM conversations WHERE id = ?`)
  const deleteConversation = db.prepare('DELETE FROM conversations WHERE id = ?')
  const firstPage = db.prepare(
    `SELECT ${CONVERSATION} FROM conversations ORDER BY updated_at DESC, id DESC LIMIT ?`,
  )
  const nextPage = db.prepare(
    `SELECT ${CONVERSATION} FROM conversations WHERE (updated_at, id) < (?, ?) ORDER BY updated_at DESC, id DESC LIMIT ?`,
  )
  const insertMessage = db.prepare(
    `INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, model, created_at, parts)
     VALUES (@id, @conversationId, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = @conversationId),
       @turnId, @role, @status, @model, @createdAt, @parts)`,
  )
  const updateMessage = db.prepare(
    'UPDATE messages SET parts = @parts, status = @status, model = @model WHERE id = @id',
  )
  const oneMessage = db.prepare(`SELECT ${MESSAGE} FROM messages WHERE id = ?`)
  const newest = db.prepare(
    `SELECT ${MESSAGE} FROM messages WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?`,
  )
  const older = db.prepare(
    `SELECT ${MESSAGE} FROM messages WHERE conversation_id = ? AND seq < (SELECT seq FROM messages WHERE id = ?)
     ORDER BY seq DESC LIMIT ?`,
  )
  const streaming = db.prepare(`SELECT ${MESSAGE} FROM messages WHERE status = 'streaming' ORDER BY id`)

  const conversation = (id: string): StoredConversation => {
    const row = oneConversation.get(id)
    if (row === undefined) throw new SatchelError('conversation_not_found')
    return toConversation(row)
  }

  const conversations: ChatStore['conversations'] = ({ limit, cursor }) => {
    // One more than asked says whether there is a next page.
    const rows =
      cursor === undefined ? firstPage.all(limit + 1) : nextPage.all(...readCursor(cursor), limit + 1)
    const items = rows.slice(0, limit).map((row) => shown(toConversation(row)))
    const last = items.at(-1)
    return { items, cursor: rows.length > limit && last !== undefined ? writeCursor(last) : null }
  }

  const message = (id: string): Message => {
    const row = oneMessage.get(id)
    if (row === undefined) throw new SatchelError('message_not_found')
    return messageRow.parse(row)
  }

  const messages: ChatStore['messages'] = ({ conversationId, limit, before }) => {
    const rows =
      before === undefined ? newest.all(conversationId, limit) : older.all(conversationId, before, limit)
    return rows.map((row) => messageRow.parse(row)).reverse()
  }

  return {
    addConversation: (item) => {
      insertConversation.run({ ...item, stack: JSON.stringify(item.stack) })
    },
    saveConversation: (item) => {
      updateConversation.run({ ...item, stack: JSON.stringify(item.stack) })
    },
    conversation,
    conversations,
    removeConversation: (id) => {
      deleteConversation.run(id)
    },
    addMessage: (item) => {
      insertMessage.run({ ...item, parts: JSON.stringify(item.parts) })
    },
    saveMessage: (item) => {
      updateMessage.run({ ...item, parts: JSON.stringify(item.parts) })
    },
    message,
    messages,
    unfinished: () => streaming.all().map((row) => messageRow.parse(row)),
    atomically: (work) => db.transaction(work).immediate(),
  }
}

/** A conversation as others see it: only the top of its stack. */
export const shown = ({
  id,
  title,
  createdAt,
  updatedAt,
  activeCapability,
}: StoredConversation): Conversation => ({
  id,
  title,
  createdAt,
  updatedAt,
  activeCapability,
})

/** The same conversation with another stack. */
export const withStack = (
  conversation: StoredConversation,
  stack: readonly string[],
): StoredConversation => ({
  ...conversation,
  stack,
  activeCapability: stack.at(-1) ?? null,
})

const toConversation = (row: unknown): StoredConversation => {
  const parsed = conversationRow.parse(row)
  return { ...parsed, activeCapability: parsed.stack.at(-1) ?? null }
}

const writeCursor = ({ updatedAt, id }: Conversation): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url')

const readCursor = (cursor: string): [string, string] => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new SatchelError('invalid_request', { params: { problem: 'cursor' }, cause })
  }
}
