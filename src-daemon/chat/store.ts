/** What chat keeps on disk: conversations, messages and attachments. */
import { z } from 'zod'
import { approvalModeSchema } from '../contract/approvals.ts'
import { SatchelError } from '../platform/errors.ts'
import { createMessageWords } from './message-words.ts'
import { createWaitingStore, type WaitingStore } from './waiting-store.ts'
import { costSchema, type Cost } from '../contract/spending.ts'
import { withoutWaiting, type Database } from '../storage/index.ts'
import {
  messagePartSchema,
  messageSchema,
  turnContextSchema,
  type Conversation,
  type ImagePart,
  type Message,
  type MessageHit,
} from '../contract/chat.ts'

export interface ListInput {
  limit: number
  cursor?: string | undefined
  archived?: boolean | undefined
  /** Only those that are pinned; without it, only the others. Archived ones are in one list. */
  pinned?: boolean | undefined
}

/** A conversation with its whole stack of capabilities, the top last, and the end of the branch on screen. */
export interface StoredConversation extends Conversation {
  readonly stack: readonly string[]
  /** Null while it is being imported and hidden. */
  readonly headId: string | null
}

/** What chat keeps on disk. Every call is one transaction, durable when it returns. */
export interface ChatStore extends WaitingStore {
  /** Adds or changes it. */
  saveConversation(conversation: StoredConversation): void
  /** Errors: `conversation_not_found`. */
  conversation(id: string): StoredConversation
  /** Newest first: the archived, the pinned, or the others. */
  conversations(input: ListInput): { items: Conversation[]; cursor: string | null }
  removeConversation(id: string): void
  /** Whether there is a conversation of that title. */
  isTitled(title: string): boolean
  /** Adds a message after its parent. Returns it with its siblings. */
  addMessage(message: Message, stack: readonly string[]): Message
  /** Writes parts, status, model and context of a message; does nothing if it was deleted. */
  saveMessage(message: Message): void
  /** Errors: `message_not_found`. */
  message(id: string): Message
  /** The messages from the first one down to this one. */
  branchTo(messageId: string): Message[]
  /** Messages of stored conversations with all words of a question, newest first; `complete`: all messages were looked at. */
  search(input: { question: string; limit: number }): { hits: MessageHit[]; complete: boolean }
  /** Reads some messages of before there was a search. False if none is left. */
  indexSome(): boolean
  /** The newest `limit` messages of the branch on screen before `before`, oldest first. */
  messages(input: { conversationId: string; limit: number; before?: string | undefined }): Message[]
  /** The stack of capabilities when the message was said, or, for an answer, when it ended; null if it wasn't recorded. */
  stackOf(messageId: string): readonly string[] | null
  saveStack(messageId: string, stack: readonly string[]): void
  /** The newest end of the branches a message is part of: itself, or the last of the last that follow it. */
  newestEnd(messageId: string): string
  /** What all answers of a conversation cost, those of other branches too. */
  costOf(conversationId: string): Cost
  unfinished(): Message[]
  /** Conversations whose import was cut off. */
  cutOffImports(): string[]
  addAttachment(input: { id: string; messageId: string; mediaType: string; bytes: Uint8Array }): void
  /** Errors: `attachment_not_found`. */
  attachment(id: ImagePart['attachmentId']): { mediaType: string; bytes: Uint8Array }
  atomically<T>(work: () => T): T
  /** The same without waiting for the disk: only a loss of power can take it, with all that comes after it. */
  noted<T>(work: () => T): T
}

const CONVERSATION = `id, title, created_at AS createdAt, updated_at AS updatedAt, stack, head_id AS headId, model, memory,
  pinned, archived, approvals, persona`
const MESSAGE = `m.id, m.conversation_id AS conversationId, m.turn_id AS turnId, m.role, m.status, m.model, m.created_at AS createdAt,
  m.parts, m.parent_id AS parentId, m.context,
  (SELECT json_group_array(id) FROM (SELECT s.id FROM messages s
     WHERE s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id ORDER BY s.seq)) AS siblings`

/** From a message up to the first one: `depth` 0 is the message itself. */
const UPWARDS = `WITH RECURSIVE path (id, depth) AS (
    SELECT @from, 0
    UNION ALL
    SELECT m.parent_id, depth + 1 FROM path JOIN messages m ON m.id = path.id WHERE m.parent_id IS NOT NULL
    LIMIT @limit
  )`

const json = z.string().transform((text): unknown => JSON.parse(text))
const flag = z.int().transform((value) => value === 1)
const conversationRow = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  stack: json.pipe(z.array(z.string())),
  headId: z.string().nullable(),
  model: z.string().nullable(),
  memory: flag,
  pinned: flag,
  archived: flag,
  approvals: approvalModeSchema,
  persona: z.string().nullable(),
})
const messageRow = messageSchema.extend({
  parts: json.pipe(z.array(messagePartSchema)),
  siblings: json.pipe(z.array(z.string())),
  context: z
    .string()
    .nullable()
    .transform((text): unknown => (text === null ? null : JSON.parse(text)))
    .pipe(turnContextSchema.nullable()),
})
const stackRow = z.object({ stack: json.pipe(z.array(z.string())).nullable() })
const cursorSchema = z.tuple([z.string(), z.string()])
const attachmentRow = z.object({ mediaType: z.string(), bytes: z.instanceof(Uint8Array) })

/** `temporary`: the database is only in memory. */
export const createChatStore = (db: Database, { temporary = false } = {}): ChatStore => {
  const waiting = createWaitingStore(db)
  const words = createMessageWords(db)
  const putConversation = db.prepare(
    `INSERT INTO conversations (id, title, created_at, updated_at, stack, head_id, model, memory, pinned, archived, approvals, persona)
     VALUES (@id, @title, @createdAt, @updatedAt, @stack, @headId, @model, @memory, @pinned, @archived, @approvals, @persona)
     ON CONFLICT (id) DO UPDATE SET title = @title, updated_at = @updatedAt, stack = @stack, head_id = @headId, model = @model,
       memory = @memory, pinned = @pinned, archived = @archived, approvals = @approvals, persona = @persona`,
  )
  const oneConversation = db.prepare(`SELECT ${CONVERSATION} FROM conversations WHERE id = ?`)
  const titled = db.prepare('SELECT 1 FROM conversations WHERE title = ? LIMIT 1').pluck()
  const deleteConversation = db.prepare('DELETE FROM conversations WHERE id = ?')
  const firstPage = db.prepare(
    `SELECT ${CONVERSATION} FROM conversations WHERE archived = ? AND pinned = ? AND head_id IS NOT NULL ORDER BY updated_at DESC, id DESC LIMIT ?`,
  )
  const nextPage = db.prepare(
    `SELECT ${CONVERSATION} FROM conversations WHERE archived = ? AND pinned = ? AND head_id IS NOT NULL AND (updated_at, id) < (?, ?)
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
  )
  const insertMessage = db.prepare(
    `INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, model, created_at, parts, parent_id, stack, context)
     VALUES (@id, @conversationId, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = @conversationId),
       @turnId, @role, @status, @model, @createdAt, @parts, @parentId, @stack, @context)`,
  )
  const updateMessage = db.prepare(
    'UPDATE messages SET parts = @parts, status = @status, model = @model, context = @context WHERE id = @id',
  )
  const oneMessage = db.prepare(`SELECT ${MESSAGE} FROM messages m WHERE m.id = ?`)
  const parentOfMessage = db
    .prepare('SELECT parent_id FROM messages WHERE id = ? AND conversation_id = ?')
    .pluck()
  const siblingsOfMessage = db
    .prepare('SELECT id FROM messages WHERE conversation_id = ? AND parent_id IS ? ORDER BY seq')
    .pluck()
  const upwards = db.prepare(
    `${UPWARDS} SELECT ${MESSAGE} FROM path JOIN messages m ON m.id = path.id ORDER BY path.depth DESC`,
  )
  const stackOfMessage = db.prepare('SELECT stack FROM messages WHERE id = ?')
  const updateStack = db.prepare('UPDATE messages SET stack = @stack WHERE id = @id')
  const newestChild = db
    .prepare(
      `SELECT c.id FROM messages m JOIN messages c ON c.conversation_id = m.conversation_id AND c.parent_id = m.id
       WHERE m.id = ? ORDER BY c.seq DESC LIMIT 1`,
    )
    .pluck()
  const costOfAll = db.prepare(
    `SELECT ${['prompt', 'output', 'counted', 'micros', 'unpriced'].map((part) => `ifnull(sum(context ->> '$.cost.${part}'), 0) AS ${part}`).join(', ')}
     FROM messages WHERE conversation_id = ?`,
  )
  const streaming = db.prepare(`SELECT ${MESSAGE} FROM messages m WHERE m.status = 'streaming' ORDER BY m.id`)
  const cutOffImports = db
    .prepare(`SELECT id FROM conversations WHERE id > 'imported-' AND id < 'imported.' AND head_id IS NULL`)
    .pluck()
  const insertAttachment = db.prepare(
    'INSERT INTO attachments (id, message_id, media_type, bytes) VALUES (@id, @messageId, @mediaType, @bytes)',
  )
  const oneAttachment = db.prepare('SELECT media_type AS mediaType, bytes FROM attachments WHERE id = ?')

  const atomically: ChatStore['atomically'] = (work) => db.transaction(work).immediate()

  const conversation = (id: string): StoredConversation => {
    const row = oneConversation.get(id)
    if (row === undefined) throw new SatchelError('conversation_not_found')
    return complete(row)
  }

  const complete = (row: unknown): StoredConversation => {
    const parsed = conversationRow.parse(row)
    const queued = waiting.queued(parsed.id)
    return { ...parsed, temporary, queued, activeCapability: parsed.stack.at(-1) ?? null }
  }

  const conversations: ChatStore['conversations'] = ({ limit, cursor, archived = false, pinned = false }) => {
    const which = [archived ? 1 : 0, pinned && !archived ? 1 : 0]
    // One more than asked says whether there is a next page.
    const rows =
      cursor === undefined
        ? firstPage.all(...which, limit + 1)
        : nextPage.all(...which, ...readCursor(cursor), limit + 1)
    const items = rows.slice(0, limit).map((row) => shown(complete(row)))
    const last = items.at(-1)
    return { items, cursor: rows.length > limit && last !== undefined ? writeCursor(last) : null }
  }

  const message = (id: string): Message => {
    const row = oneMessage.get(id)
    if (row === undefined) throw new SatchelError('message_not_found')
    return messageRow.parse(row)
  }

  const addMessage: ChatStore['addMessage'] = (item, stack) => {
    insertMessage.run({ ...messageParams(item), stack: JSON.stringify(stack) })
    words.index(item)
    return { ...item, siblings: siblingsOfMessage.all(item.conversationId, item.parentId).map(String) }
  }

  const parentIn = (conversationId: string, messageId: string): string | null => {
    const parent = parentOfMessage.get(messageId, conversationId)
    if (parent === undefined) throw new SatchelError('message_not_found')
    return z.string().nullable().parse(parent)
  }

  const messages: ChatStore['messages'] = ({ conversationId, limit, before }) => {
    const from = before === undefined ? conversation(conversationId).headId : parentIn(conversationId, before)
    return from === null ? [] : upwards.all({ from, limit }).map((row) => messageRow.parse(row))
  }

  const newestEnd: ChatStore['newestEnd'] = (messageId) => {
    let end = messageId
    for (let next = newestChild.get(end); typeof next === 'string'; next = newestChild.get(end)) end = next
    return end
  }

  const attachment: ChatStore['attachment'] = (id) => {
    const row = oneAttachment.get(id)
    if (row === undefined) throw new SatchelError('attachment_not_found')
    return attachmentRow.parse(row)
  }

  return {
    saveConversation: (item) => {
      putConversation.run(conversationParams(item))
    },
    conversation,
    conversations,
    isTitled: (title) => titled.get(title) !== undefined,
    removeConversation: (id) => {
      atomically(() => {
        words.forget(id)
        waiting.saveDraft(id, null)
        deleteConversation.run(id)
      })
    },
    addMessage,
    saveMessage: (item) => {
      if (updateMessage.run(messageParams(item)).changes > 0) words.index(item)
    },
    message,
    messages,
    stackOf: (messageId) => stackRow.optional().parse(stackOfMessage.get(messageId))?.stack ?? null,
    saveStack: (id, stack) => {
      updateStack.run({ id, stack: JSON.stringify(stack) })
    },
    newestEnd,
    costOf: (conversationId) => costSchema.parse(costOfAll.get(conversationId)),
    cutOffImports: () => cutOffImports.all().map(String),
    unfinished: () => streaming.all().map((row) => messageRow.parse(row)),
    addAttachment: (input) => {
      insertAttachment.run(input)
    },
    attachment,
    atomically,
    noted: withoutWaiting(db),
    branchTo: (from) => upwards.all({ from, limit: -1 }).map((row) => messageRow.parse(row)),
    search: words.search,
    indexSome: words.indexSome,
    ...waiting,
  }
}

/** A conversation as others see it: only the top of its stack. */
export const shown = ({
  id,
  title,
  createdAt,
  updatedAt,
  activeCapability,
  model,
  memory,
  pinned,
  archived,
  temporary,
  approvals,
  persona,
  queued,
}: StoredConversation): Conversation => ({
  id,
  title,
  createdAt,
  updatedAt,
  activeCapability,
  model,
  memory,
  pinned,
  archived,
  temporary,
  approvals,
  persona,
  queued,
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

const conversationParams = (item: StoredConversation) => ({
  ...item,
  stack: JSON.stringify(item.stack),
  memory: item.memory ? 1 : 0,
  pinned: item.pinned ? 1 : 0,
  archived: item.archived ? 1 : 0,
})

const messageParams = (item: Message) => ({
  ...item,
  parts: JSON.stringify(item.parts),
  context: item.context === null ? null : JSON.stringify(item.context),
})

const writeCursor = ({ updatedAt, id }: Conversation): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url')

const readCursor = (cursor: string): [string, string] => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    throw new SatchelError('invalid_request', { params: { problem: 'cursor' }, cause })
  }
}
