/** Conversations, and their messages as lists of typed parts in JSON. */
export const up = `
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  stack TEXT NOT NULL CHECK (json_valid(stack))
) STRICT, WITHOUT ROWID;

CREATE INDEX conversations_by_update ON conversations (updated_at DESC, id DESC);

CREATE TABLE messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  turn_id TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  status TEXT NOT NULL CHECK (status IN ('streaming', 'complete', 'failed', 'stopped')),
  model TEXT,
  created_at TEXT NOT NULL,
  parts TEXT NOT NULL CHECK (json_valid(parts)),
  UNIQUE (conversation_id, seq)
) STRICT;

CREATE INDEX messages_unfinished ON messages (id) WHERE status = 'streaming';
`
