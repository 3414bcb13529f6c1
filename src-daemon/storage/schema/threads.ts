/**
 * Conversations with other agents (threads/kept/). address: of the conversation at the agent that keeps it; null: it is kept here. us: the
 * DID that we are in it. actors: JSON. seen: the number of the last message that was looked at. cursor: the last event that was taken of the
 * agent that keeps it. Times are in ms since 1970.
 */
export const THREADS = `
CREATE TABLE threads (
  id TEXT PRIMARY KEY,
  address TEXT UNIQUE,
  contact TEXT,
  us TEXT NOT NULL,
  title TEXT NOT NULL,
  actors TEXT NOT NULL CHECK (json_valid(actors)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  closed_at INTEGER,
  seen INTEGER NOT NULL,
  cursor TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX threads_by_update ON threads (updated_at DESC, id DESC);

-- Who may read a conversation that is kept here.
CREATE TABLE thread_members (
  did TEXT NOT NULL,
  thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  PRIMARY KEY (did, thread)
) STRICT, WITHOUT ROWID;

-- content: a JSON list of texts as they came, except what nobody but its reader may learn.
CREATE TABLE thread_messages (
  number INTEGER PRIMARY KEY,
  thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  metadata TEXT NOT NULL CHECK (json_valid(metadata)),
  bytes INTEGER NOT NULL,
  UNIQUE (thread, id)
) STRICT;
CREATE INDEX thread_messages_in_order ON thread_messages (thread, number);

-- What those who follow a conversation that is kept here are told. data: JSON; of a message, its id.
CREATE TABLE thread_events (
  number INTEGER PRIMARY KEY,
  thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data))
) STRICT;
CREATE INDEX thread_events_in_order ON thread_events (thread, number);

-- Requests of others by their idempotency keys. digest: SHA-256 of what was asked. message: null if it made a conversation.
CREATE TABLE thread_posts (
  did TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  message TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (did, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_posts_by_age ON thread_posts (at)`
