/** Conversations, each a tree of messages with typed parts in JSON, and held entries of the ConversationLog. */
export const CHAT = `
-- head_id: the end of the branch on screen.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  stack TEXT NOT NULL CHECK (json_valid(stack)),
  head_id TEXT,
  model TEXT,
  memory INTEGER NOT NULL DEFAULT 1 CHECK (memory IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX conversations_by_update ON conversations (updated_at DESC, id DESC);

-- parent_id: the message it follows; no foreign key, since deleting a long conversation would go down it as deep as it is long. stack,
-- context: the capabilities of the turn, and what its context cost.
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
  parent_id TEXT,
  stack TEXT CHECK (stack IS NULL OR json_valid(stack)),
  context TEXT CHECK (context IS NULL OR json_valid(context)),
  UNIQUE (conversation_id, seq)
) STRICT;
CREATE INDEX messages_unfinished ON messages (id) WHERE status = 'streaming';
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, seq);

-- Images of messages.
CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX attachments_by_message ON attachments (message_id);

-- Entries that are not in the ConversationLog yet, in the order of the rows: that object is rewritten with every change, so changes wait
-- for each other. entry: JSON, as it goes into the log.
CREATE TABLE conversation_log_held (
  id TEXT PRIMARY KEY,
  entry TEXT NOT NULL CHECK (json_valid(entry))
) STRICT;
`
