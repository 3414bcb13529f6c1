/** What the user has written and not said yet: drafts, and messages that wait for the end of an answer. */
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import {
  chatDraftSchema,
  messageInputSchema,
  type ChatDraft,
  type MessageInput,
  type QueuedMessage,
} from '../contract/chat.ts'

export interface WaitingStore {
  /** The waiting messages of a conversation, in order. */
  queued(conversationId: string): QueuedMessage[]
  addQueued(conversationId: string, input: MessageInput): void
  /** One of them, whole. Errors: `message_not_found`. */
  queuedInput(id: string): { conversationId: string; input: MessageInput }
  removeQueued(id: string): void
  /** Null if there is none; null for the conversation stands for a new one. */
  draft(conversationId: string | null): ChatDraft | null
  /** Null removes it. */
  saveDraft(conversationId: string | null, draft: ChatDraft | null): void
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const queuedRow = z.object({ id: z.string(), text: z.string(), attachments: z.int() })
const inputRow = z.object({ conversationId: z.string(), content: json.pipe(messageInputSchema) })

export const createWaitingStore = (db: Database): WaitingStore => {
  const list = db.prepare(
    `SELECT id, content ->> '$.text' AS text,
       ifnull(json_array_length(content, '$.images'), 0) + ifnull(json_array_length(content, '$.resources'), 0) AS attachments
     FROM queued_messages WHERE conversation_id = ? ORDER BY id`,
  )
  const insert = db.prepare('INSERT INTO queued_messages (id, conversation_id, content) VALUES (?, ?, ?)')
  const one = db.prepare(
    'SELECT conversation_id AS conversationId, content FROM queued_messages WHERE id = ?',
  )
  const remove = db.prepare('DELETE FROM queued_messages WHERE id = ?')
  const draftOf = db.prepare('SELECT content FROM drafts WHERE conversation_id = ?').pluck()
  const putDraft = db.prepare('INSERT OR REPLACE INTO drafts (conversation_id, content) VALUES (?, ?)')
  const removeDraft = db.prepare('DELETE FROM drafts WHERE conversation_id = ?')

  return {
    queued: (conversationId) => list.all(conversationId).map((row) => queuedRow.parse(row)),
    addQueued: (conversationId, input) => {
      insert.run(newId(), conversationId, JSON.stringify(input))
    },
    queuedInput: (id) => {
      const row = one.get(id)
      if (row === undefined) throw new SatchelError('message_not_found')
      const { conversationId, content } = inputRow.parse(row)
      return { conversationId, input: content }
    },
    removeQueued: (id) => {
      remove.run(id)
    },
    draft: (conversationId) => {
      const content = draftOf.get(conversationId ?? '')
      return content === undefined ? null : json.pipe(chatDraftSchema).parse(content)
    },
    saveDraft: (conversationId, draft) => {
      if (draft === null) removeDraft.run(conversationId ?? '')
      else putDraft.run(conversationId ?? '', JSON.stringify(draft))
    },
  }
}
