import type { Database } from '../storage/index.ts'

/** Puts many messages into a conversation, as they were stored before there was a search: `m1`, `m2` …, each about its number. */
export const addOldMessages = (db: Database, conversationId: string, count: number): void => {
  db.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(count)})
    INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, created_at, parts)
    SELECT 'm' || i, '${conversationId}', i + 10, 't' || i, 'user', 'complete', '2026-01-01T00:00:00.000Z',
      json_array(json_object('type', 'text', 'text', 'common words about thing' || i || ' and the rest of a message'))
    FROM n;
    INSERT INTO message_index (message_id, indexed) SELECT id, 0 FROM messages WHERE id LIKE 'm%' ORDER BY seq;`)
}
