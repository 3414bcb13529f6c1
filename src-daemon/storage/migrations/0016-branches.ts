/**
 * A conversation is a tree of messages: each names the one it follows, and the conversation the end of the branch on screen.
 * Also what a turn is remembered by (the stack of capabilities then, what its context cost), the conversation's own choices,
 * and the images of messages.
 */
export const up = `
-- No foreign key: deleting a long conversation would go down it as deep as it is long.
ALTER TABLE messages ADD COLUMN parent_id TEXT;
ALTER TABLE messages ADD COLUMN stack TEXT CHECK (stack IS NULL OR json_valid(stack));
ALTER TABLE messages ADD COLUMN context TEXT CHECK (context IS NULL OR json_valid(context));
ALTER TABLE conversations ADD COLUMN head_id TEXT;
ALTER TABLE conversations ADD COLUMN model TEXT;
ALTER TABLE conversations ADD COLUMN memory INTEGER NOT NULL DEFAULT 1 CHECK (memory IN (0, 1));

UPDATE messages SET parent_id = (
  SELECT earlier.id FROM messages earlier
  WHERE earlier.conversation_id = messages.conversation_id AND earlier.seq < messages.seq
  ORDER BY earlier.seq DESC LIMIT 1
);
UPDATE conversations SET head_id = (
  SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY seq DESC LIMIT 1
);

CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, seq);

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

CREATE INDEX attachments_by_message ON attachments (message_id);
`
