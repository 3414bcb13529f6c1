/**
 * Conversations, each a tree of messages with typed parts in JSON; what waits to be said; the words of all messages; held entries of the
 * ConversationLog; the owner's personas and prompts.
 */
export const CHAT = `
-- head_id: the end of the branch on screen. approvals: what is asked for in it. persona: no foreign key, since temporary conversations are
-- in another database; one that was removed counts as none.
CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  stack TEXT NOT NULL CHECK (json_valid(stack)),
  head_id TEXT,
  model TEXT,
  memory INTEGER NOT NULL DEFAULT 1 CHECK (memory IN (0, 1)),
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  approvals TEXT NOT NULL DEFAULT 'default' CHECK (approvals IN ('everything', 'default', 'granted')),
  persona TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX conversations_by_update ON conversations (archived, pinned, updated_at DESC, id DESC);

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

-- content: JSON, as it is sent once the answer before it has ended.
CREATE TABLE queued_messages (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  content TEXT NOT NULL CHECK (json_valid(content))
) STRICT;
CREATE INDEX queued_by_conversation ON queued_messages (conversation_id, id);

-- conversation_id: empty for the draft of a new conversation.
CREATE TABLE drafts (
  conversation_id TEXT PRIMARY KEY,
  content TEXT NOT NULL CHECK (json_valid(content))
) STRICT, WITHOUT ROWID;

-- number: the row of message_words, in the order in which messages were said.
CREATE TABLE message_index (
  number INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  indexed INTEGER NOT NULL CHECK (indexed IN (0, 1))
) STRICT;
CREATE INDEX messages_to_index ON message_index (number) WHERE indexed = 0;
CREATE VIRTUAL TABLE message_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0',
  prefix = '1 2 3');

-- Entries that are not in the ConversationLog yet, in the order of the rows: that object is rewritten with every change, so changes wait
-- for each other. entry: JSON, as it goes into the log.
CREATE TABLE conversation_log_held (
  id TEXT PRIMARY KEY,
  entry TEXT NOT NULL CHECK (json_valid(entry))
) STRICT;

-- capabilities: JSON, the installed names of the only ones it uses by itself; null for all.
CREATE TABLE personas (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  instructions TEXT NOT NULL,
  model TEXT,
  capabilities TEXT CHECK (capabilities IS NULL OR json_valid(capabilities)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE prompts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
