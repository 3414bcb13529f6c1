import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

/** What happens in a conversation (aitp.md 6); `actor.left` is ours. */
export const THREAD_EVENTS = [
  'message.created',
  'actor.joined',
  'actor.updated',
  'actor.left',
  'thread.closed',
] as const
export type ThreadEventName = (typeof THREAD_EVENTS)[number]

export interface ThreadEvent {
  readonly number: number
  readonly event: ThreadEventName
  /** Of a message, its id. */
  readonly data: unknown
}

const rowSchema = z.object({
  number: z.int(),
  event: z.enum(THREAD_EVENTS),
  data: z.string().transform((text): unknown => JSON.parse(text)),
})

/** The events of conversations that are kept here, for those who follow them. */
export const createThreadEvents = (db: Database) => {
  const insert = db.prepare('INSERT INTO thread_events (thread, event, data) VALUES (?, ?, ?)')
  const after = db.prepare(
    'SELECT number, event, data FROM thread_events WHERE thread = ? AND number > ? ORDER BY number LIMIT ?',
  )
  const last = db.prepare('SELECT coalesce(max(number), 0) FROM thread_events WHERE thread = ?').pluck()
  return {
    add: (thread: string, event: ThreadEventName, data: unknown) => {
      insert.run(thread, event, JSON.stringify(data))
    },
    after: (thread: string, number: number, limit: number): readonly ThreadEvent[] =>
      z.array(rowSchema).parse(after.all(thread, number, limit)),
    last: (thread: string) => z.int().parse(last.get(thread)),
  }
}
