/** Writes what was said to the ConversationLog core model, many messages at a time. */
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import { CONVERSATION_LOG, coreObjectId } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { textOf } from './core/transcript.ts'
import type { Message } from '../contract/chat.ts'

/** Of one message, in UTF-16 units: the log is one object, which others than this conversation share. */
const LONGEST = 8000

/** The log is written when this share of it is waiting, so that the average number of rewrites per entry doesn't depend on its length. */
const SHARE = 1 / 8

export interface ConversationLog {
  /**
   * Appends messages, without tool traffic (asm.md 4.2); durable when it returns. Appending a message twice has no effect. The
   * cost doesn't grow with the log: entries are held until there are enough of them, or the log is read.
   */
  append(messages: readonly Message[]): void
  /** Writes the held entries. */
  flush(): void
}

/** The ConversationLog core model: the messages of all conversations, which expire after the time its schema sets. */
export const createConversationLog = (deps: {
  db: Database
  state: Pick<StateService, 'update' | 'get' | 'ownerAccess' | 'beforeReading'>
  log: { error(data: object, message: string): void }
}): ConversationLog => {
  const { db, state, log } = deps
  const object = { schemaUri: CONVERSATION_LOG, id: coreObjectId(CONVERSATION_LOG) }
  const insert = db.prepare('INSERT OR IGNORE INTO conversation_log_held (id, entry) VALUES (?, ?)')
  const held = db.prepare('SELECT entry FROM conversation_log_held ORDER BY rowid').pluck()
  const empty = db.prepare('DELETE FROM conversation_log_held')
  let waiting = Number(db.prepare('SELECT count(*) FROM conversation_log_held').pluck().get())
  /** How many have to wait before the next write: at first, the log's length is unknown. */
  let enough = 1
  let isWriting = false

  const append: ConversationLog['append'] = (messages) => {
    const entries = messages
      .map((message) => ({
        id: message.id,
        role: message.role,
        content: textOf(message).slice(0, LONGEST),
        timestamp: message.createdAt,
      }))
      .filter(({ content }) => content !== '')
    try {
      db.transaction(() => {
        for (const entry of entries) waiting += insert.run(entry.id, JSON.stringify(entry)).changes
      })()
    } catch (err) {
      report(err)
    }
    if (waiting >= enough) flush()
  }

  /** Returns how many entries the log has then. */
  const write = (entries: readonly Entry[]): number => {
    const access = state.ownerAccess(CONVERSATION_LOG, 'internal')
    const patch = entries.map((value) => ({ op: 'add', path: '/entries/-', value }))
    try {
      return logSchema.parse(state.update(access, { ...object, patch }).object.object).entries.length
    } catch (thrown) {
      if (!(thrown instanceof SatchelError) || thrown.code !== 'crdt_violation') throw thrown
      // A message that is already there stays as first said, even if its text has changed.
      const there = logSchema.parse(state.get(object).object).entries
      const ids = new Set(there.map(({ id }) => id))
      const others = entries.filter(({ id }) => !ids.has(id))
      if (others.length === entries.length) throw thrown
      return others.length === 0 ? there.length : write(others)
    }
  }

  const flush = (): void => {
    // Listeners of the change may read the log at once.
    if (waiting === 0 || isWriting || db.readonly) return
    isWriting = true
    try {
      db.transaction(() => {
        const entries = held.all().map((text) => entrySchema.parse(JSON.parse(String(text))))
        enough = Math.max(1, Math.floor(write(entries) * SHARE))
        empty.run()
      })()
      waiting = 0
    } catch (err) {
      // A full log isn't retried with every message.
      enough = waiting * 2
      report(err)
    } finally {
      isWriting = false
    }
  }

  /** The conversation itself is stored; a failure to write the log must not end it. */
  const report = (err: unknown): void => {
    log.error({ err }, 'what was said could not be written to the conversation log')
  }

  state.beforeReading(CONVERSATION_LOG, flush)
  return { append, flush }
}

const entrySchema = z.looseObject({ id: z.string() })
type Entry = z.infer<typeof entrySchema>
const logSchema = z.object({ entries: z.array(z.looseObject({ id: z.unknown() })) })
