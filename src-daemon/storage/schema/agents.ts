/** Identities of the owner for other agents, the own description, other agents, and tasks between them and us. */
export const AGENTS = `
-- The owner's did:wba identities.
CREATE TABLE agent_dids (
  did TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  dialect TEXT NOT NULL,
  document TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deactivated_at TEXT,
  successor TEXT
) STRICT, WITHOUT ROWID;

-- Signed descriptions of others. digest: hex SHA-256 of what was signed. members: the hash of each member, as a JSON object.
CREATE TABLE agent_descriptions_seen (
  did TEXT NOT NULL,
  digest TEXT NOT NULL,
  challenge TEXT,
  version TEXT,
  changed_at TEXT,
  key_id TEXT NOT NULL,
  members TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (did, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_descriptions_by_challenge ON agent_descriptions_seen (did, challenge);

-- The own description as the owner edits it, and the versions that were signed.
CREATE TABLE agent_offer (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  content TEXT NOT NULL
) STRICT;
CREATE TABLE agent_offers_published (
  number INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  did TEXT NOT NULL,
  url TEXT NOT NULL,
  digest TEXT NOT NULL,
  document TEXT NOT NULL,
  files TEXT NOT NULL,
  published_at TEXT NOT NULL
) STRICT;

-- Other agents. approved, pending: readings as JSON (agents/contacts/protocol.ts); the columns before them are what the list shows. words:
-- all that a search looks at, in small letters. sorted: the name in the order of the list; they are searched in its index.
CREATE TABLE agent_contacts (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  protocol TEXT NOT NULL,
  url TEXT NOT NULL UNIQUE,
  as_did TEXT,
  state TEXT NOT NULL,
  name TEXT NOT NULL,
  did TEXT,
  domain TEXT NOT NULL,
  verdict TEXT NOT NULL,
  operations INTEGER NOT NULL,
  products INTEGER NOT NULL,
  sorted TEXT NOT NULL,
  added_at TEXT NOT NULL,
  approved_at TEXT,
  checked_at TEXT NOT NULL,
  words TEXT NOT NULL,
  approved TEXT,
  pending TEXT
) STRICT;
CREATE INDEX agent_contacts_by_name ON agent_contacts (sorted, id, words);

-- Tasks of other agents (agents/a2a/server/tasks.ts), the newest last. task: as A2A writes it, in JSON.
CREATE TABLE agent_tasks (
  number INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  is_finished INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  task TEXT NOT NULL,
  UNIQUE (owner, id)
) STRICT;

-- Where other agents want to hear of the end of their tasks (agents/a2a/server/push/). config: as A2A writes it, in JSON.
CREATE TABLE agent_push_configs (
  owner TEXT NOT NULL,
  task TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  version TEXT NOT NULL,
  config TEXT NOT NULL,
  PRIMARY KEY (owner, task, id)
) STRICT, WITHOUT ROWID;

-- Tasks of ours at other agents, which call us when they change (agents/a2a/callbacks/). token: its SHA-256. target: how the agent is
-- called, as JSON. at: in ms since 1970.
CREATE TABLE agent_callbacks (
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  agent TEXT NOT NULL,
  operation TEXT NOT NULL,
  task TEXT NOT NULL,
  target TEXT NOT NULL,
  as_did TEXT,
  state TEXT NOT NULL,
  ended INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
