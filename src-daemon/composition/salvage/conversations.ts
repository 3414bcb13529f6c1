import type { Database } from '../../storage/index.ts'

/**
 * Restores conversations whose own row is lost from their messages; messages whose predecessor is lost follow the one
 * before them, so that every remaining message can be seen, and is found once its words are read again. The caller holds the transaction.
 */
export const rememberConversations = (db: Database): void => {
  db.exec(`
    INSERT INTO conversations (id, title, created_at, updated_at, stack)
    SELECT conversation_id, '…', min(created_at), max(created_at), '[]' FROM messages
    WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id;

    UPDATE messages SET parent_id = (
      SELECT earlier.id FROM messages earlier
      WHERE earlier.conversation_id = messages.conversation_id AND earlier.seq < messages.seq
      ORDER BY earlier.seq DESC LIMIT 1
    ) WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages);

    UPDATE conversations SET head_id = (
      SELECT last.id FROM messages last WHERE last.conversation_id = conversations.id ORDER BY last.seq DESC LIMIT 1
    ) WHERE head_id IS NULL OR head_id NOT IN (SELECT id FROM messages);

    DELETE FROM message_index;
    INSERT INTO message_index (message_id, indexed)
    SELECT id, 0 FROM messages WHERE status <> 'streaming' ORDER BY created_at, id;`)
}
