/** Full-text search over everything said. */
import { z } from 'zod'
import { phrasesOf, snippetOf, wordsOf } from '../state/index.ts'
import type { Database } from '../storage/index.ts'
import type { Message, MessageHit } from '../contract/chat.ts'
import { withoutMarkup } from './core/without-markup.ts'

/** Characters of a message that can be found. */
const SEARCHED = 100_000
/** Messages of before there was a search that are read at once. */
const BATCH = 200

/** Of a part, only what is searched: a page of hits is many parts. */
const saidPart = z.object({ type: z.string(), text: z.string().optional(), name: z.string().optional() })
const partsOf = z.string().transform((text) => z.array(saidPart).parse(JSON.parse(text)))
const hitRow = z.object({
  conversationId: z.string(),
  title: z.string(),
  messageId: z.string(),
  turnId: z.string(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.string(),
  parts: partsOf,
})
const unindexedRow = z.object({ number: z.int(), parts: partsOf })

export interface MessageWords {
  /** Makes a message findable once it is finished; its words are those it had then. */
  index(message: Message): void
  /** Reads some of the messages of before there was a search. False if none is left. */
  indexSome(): boolean
  /** Takes the words of a conversation out, before it is deleted. */
  forget(conversationId: string): void
  /** Messages that have all words, each of which may continue, newest first. `complete`: all messages were looked at. */
  search(input: { question: string; limit: number }): { hits: MessageHit[]; complete: boolean }
}

/** The words of messages, in an index that only gives back places: the text stays where it is. */
export const createMessageWords = (db: Database): MessageWords => {
  const addNumber = db.prepare('INSERT OR IGNORE INTO message_index (message_id, indexed) VALUES (?, 1)')
  const addWords = db.prepare('INSERT OR REPLACE INTO message_words (rowid, words) VALUES (?, ?)')
  const unindexed = db.prepare(
    `SELECT i.number, m.parts FROM message_index i JOIN messages m ON m.id = i.message_id
     WHERE i.indexed = 0 ORDER BY i.number DESC LIMIT ?`,
  )
  const markIndexed = db.prepare('UPDATE message_index SET indexed = 1 WHERE number = ?')
  const isBehind = db.prepare('SELECT 1 FROM message_index WHERE indexed = 0 LIMIT 1').pluck()
  const removeWords = db.prepare(
    `DELETE FROM message_words WHERE rowid IN
       (SELECT i.number FROM message_index i JOIN messages m ON m.id = i.message_id WHERE m.conversation_id = ?)`,
  )
  const find = db.prepare(
    `SELECT m.conversation_id AS conversationId, c.title, m.id AS messageId, m.turn_id AS turnId, m.role, m.created_at AS createdAt,
       m.parts
     FROM message_words w JOIN message_index i ON i.number = w.rowid JOIN messages m ON m.id = i.message_id
     JOIN conversations c ON c.id = m.conversation_id
     WHERE message_words MATCH ? AND c.head_id IS NOT NULL ORDER BY w.rowid DESC LIMIT ?`,
  )

  const index: MessageWords['index'] = (message) => {
    if (message.status === 'streaming') return
    const { changes, lastInsertRowid } = addNumber.run(message.id)
    if (changes > 0) addWords.run(lastInsertRowid, wordsOf(saidIn(message.parts)).join(' '))
  }

  const indexSome = (): boolean => {
    const rows = z.array(unindexedRow).parse(unindexed.all(BATCH))
    db.transaction(() => {
      for (const { number, parts } of rows) {
        addWords.run(number, wordsOf(saidIn(parts)).join(' '))
        markIndexed.run(number)
      }
    })()
    return rows.length === BATCH
  }

  const search: MessageWords['search'] = ({ question, limit }) => {
    const complete = isBehind.get() === undefined
    const phrases = phrasesOf(question)
    if (phrases.length === 0) return { hits: [], complete }
    // Words are letters and numbers only: nothing in them means anything to FTS5.
    const match = phrases.map((words) => `"${words.join(' ')}" *`).join(' AND ')
    const hits = find.all(match, limit).map((row): MessageHit => {
      const { parts, ...hit } = hitRow.parse(row)
      const said = hit.role === 'assistant' ? withoutMarkup(saidIn(parts)) : saidIn(parts)
      return { ...hit, snippet: [...(snippetOf(said, phrases) ?? [])] }
    })
    return { hits, complete }
  }

  return {
    index,
    indexSome,
    forget: (conversationId) => {
      removeWords.run(conversationId)
    },
    search,
  }
}

const saidIn = (
  parts: readonly { type: string; text?: string | undefined; name?: string | undefined }[],
): string =>
  parts
    .flatMap(({ type, text, name }) => {
      if (type === 'text' || type === 'notice') return text ?? []
      return type === 'resource' || type === 'image' ? (name ?? []) : []
    })
    .join('\n')
    .slice(0, SEARCHED)
