import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

/** Somebody in a conversation. `named`: as they call themselves; `capabilities`: the addresses they declared. */
export const threadActorSchema = z.object({
  did: z.string(),
  named: z.string(),
  capabilities: z.array(z.string()).readonly(),
  state: z.enum(['in', 'invited', 'left']),
})
export type ThreadActor = z.infer<typeof threadActorSchema>

/** A conversation as it is kept. */
export interface KeptThread {
  readonly id: string
  /** At the agent that keeps it; null: it is kept here. */
  readonly address: string | null
  /** The agent that keeps it. */
  readonly contact: string | null
  /** The DID that we are in it. */
  readonly us: string
  readonly title: string
  readonly actors: readonly ThreadActor[]
  /** In ms since 1970, as all times here. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
  /** The number of the last message that was looked at. */
  readonly seen: number
  readonly cursor: string | null
}

export interface KeptMessage {
  /** In the order in which messages came. */
  readonly number: number
  readonly thread: string
  readonly id: string
  readonly actor: string
  readonly at: number
  readonly content: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface MessagePage {
  readonly messages: readonly KeptMessage[]
  readonly hasMore: boolean
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const threadSchema = z.object({
  id: z.string(),
  address: z.string().nullable(),
  contact: z.string().nullable(),
  us: z.string(),
  title: z.string(),
  actors: json.pipe(z.array(threadActorSchema)),
  createdAt: z.int(),
  updatedAt: z.int(),
  closedAt: z.int().nullable(),
  seen: z.int(),
  cursor: z.string().nullable(),
})
const messageSchema = z.object({
  number: z.int(),
  thread: z.string(),
  id: z.string(),
  actor: z.string(),
  at: z.int(),
  content: json.pipe(z.array(z.string())),
  metadata: json.pipe(z.record(z.string(), z.unknown())),
})

export type ThreadStore = ReturnType<typeof createThreadStore>

/** Conversations and their messages on the disk. */
export const createThreadStore = (db: Database) => {
  const columns = `id, address, contact, us, title, actors, created_at AS createdAt, updated_at AS updatedAt,
    closed_at AS closedAt, seen, cursor`
  const one = db.prepare(`SELECT ${columns} FROM threads WHERE id = ?`)
  const atAddress = db.prepare(`SELECT ${columns} FROM threads WHERE address = ?`)
  const every = db.prepare(`SELECT ${columns} FROM threads ORDER BY updated_at DESC, id DESC LIMIT ?`)
  const elsewhere = db.prepare(
    `SELECT ${columns} FROM threads WHERE address IS NOT NULL AND closed_at IS NULL ORDER BY id`,
  )
  const ofMember = db.prepare(
    `SELECT ${columns} FROM threads JOIN thread_members ON thread = id WHERE did = ? ORDER BY id DESC LIMIT ?`,
  )
  const openOf = db
    .prepare(
      'SELECT count(*) FROM threads JOIN thread_members ON thread = id WHERE did = ? AND closed_at IS NULL',
    )
    .pluck()
  const put = db.prepare(
    `INSERT INTO threads (id, address, contact, us, title, actors, created_at, updated_at, closed_at, seen, cursor)
     VALUES (@id, @address, @contact, @us, @title, @actors, @createdAt, @updatedAt, @closedAt, @seen, @cursor)
     ON CONFLICT (id) DO UPDATE SET title = @title, actors = @actors, updated_at = @updatedAt,
       closed_at = @closedAt, seen = @seen, cursor = @cursor`,
  )
  const addMember = db.prepare('INSERT OR IGNORE INTO thread_members (did, thread) VALUES (?, ?)')
  const drop = db.prepare('DELETE FROM threads WHERE id = ?')

  const messageColumns = 'number, thread, id, actor, at, content, metadata'
  const oneMessage = db.prepare(`SELECT ${messageColumns} FROM thread_messages WHERE thread = ? AND id = ?`)
  const insert = db.prepare(
    `INSERT OR IGNORE INTO thread_messages (thread, id, actor, at, content, metadata, bytes)
     VALUES (@thread, @id, @actor, @at, @content, @metadata, @bytes)`,
  )
  const rising = db.prepare(
    `SELECT ${messageColumns} FROM thread_messages
     WHERE thread = @thread AND number > @after AND number < @before ORDER BY number LIMIT @limit`,
  )
  const falling = db.prepare(
    `SELECT ${messageColumns} FROM thread_messages
     WHERE thread = @thread AND number > @after AND number < @before ORDER BY number DESC LIMIT @limit`,
  )
  const sums = db.prepare(
    'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM thread_messages WHERE thread = ?',
  )
  const unseen = db
    .prepare('SELECT count(*) FROM thread_messages WHERE thread = ? AND number > ? AND actor <> ?')
    .pluck()

  const lastOther = db
    .prepare('SELECT id FROM thread_messages WHERE thread = ? AND actor <> ? ORDER BY number DESC LIMIT 1')
    .pluck()

  const threadOf = (row: unknown): KeptThread | null => (row === undefined ? null : threadSchema.parse(row))
  const messageOf = (row: unknown): KeptMessage | null =>
    row === undefined ? null : messageSchema.parse(row)

  return {
    get: (id: string) => threadOf(one.get(id)),
    byAddress: (address: string) => threadOf(atAddress.get(address)),
    /** The last that something was said in first. */
    list: (limit: number) => z.array(threadSchema).parse(every.all(limit)),
    /** Those that other agents keep and that go on. */
    elsewhere: () => z.array(threadSchema).parse(elsewhere.all()),
    /** Those that are kept here and open to this DID, the newest first. */
    of: (did: string, limit: number) => z.array(threadSchema).parse(ofMember.all(did, limit)),
    countOpen: (did: string) => z.int().parse(openOf.get(did)),
    put: (thread: KeptThread) => {
      put.run({ ...thread, actors: JSON.stringify(thread.actors) })
      if (thread.address === null) for (const { did } of thread.actors) addMember.run(did, thread.id)
    },
    remove: (id: string) => drop.run(id).changes > 0,
    message: (thread: string, id: string) => messageOf(oneMessage.get(thread, id)),
    /** Null if the conversation has a message of that id. */
    add: (message: Omit<KeptMessage, 'number'>): KeptMessage | null => {
      const content = JSON.stringify(message.content)
      const metadata = JSON.stringify(message.metadata)
      const bytes = Buffer.byteLength(content) + Buffer.byteLength(metadata)
      const { changes } = insert.run({ ...message, content, metadata, bytes })
      return changes === 0 ? null : messageOf(oneMessage.get(message.thread, message.id))
    },
    /** The messages between two numbers, `after` and `before` not among them. */
    page: (
      thread: string,
      {
        after = 0,
        before = Number.MAX_SAFE_INTEGER,
        limit,
        order = 'asc',
      }: {
        after?: number | undefined
        before?: number | undefined
        limit: number
        order?: 'asc' | 'desc'
      },
    ): MessagePage => {
      const statement = order === 'asc' ? rising : falling
      const rows = z.array(messageSchema).parse(statement.all({ thread, after, before, limit: limit + 1 }))
      return { messages: rows.slice(0, limit), hasMore: rows.length > limit }
    },
    size: (thread: string) => z.object({ count: z.int(), bytes: z.int() }).parse(sums.get(thread)),
    /** The id of the last message that others wrote; null if there is none. */
    lastOfOthers: ({ id, us }: KeptThread) =>
      z
        .string()
        .nullable()
        .parse(lastOther.get(id, us) ?? null),
    /** How many messages of others weren't looked at. */
    unseen: ({ id, seen, us }: KeptThread) => z.int().parse(unseen.get(id, seen, us)),
  }
}
