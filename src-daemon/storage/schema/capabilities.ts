/** Calls of capabilities: the activity log, approvals, and other callers. */
export const CAPABILITIES = `
-- One row per call, written once: what was done can be read, never rewritten, and cleared by its owner alone. Its order is that of writing:
-- ids of one millisecond have none, and a clock may go back. What is filtered by stands before what can be large: SQLite reads a row
-- from its beginning.
CREATE TABLE activity (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  caller TEXT NOT NULL,
  conversation_id TEXT,
  turn_id TEXT,
  call_id TEXT,
  capability TEXT NOT NULL,
  capability_id TEXT NOT NULL,
  version TEXT NOT NULL,
  effect TEXT,
  target TEXT,
  outcome TEXT NOT NULL,
  waited_ms INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  bytes_out INTEGER NOT NULL,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  decision TEXT NOT NULL CHECK (json_valid(decision)),
  arguments TEXT NOT NULL CHECK (json_valid(arguments)),
  result TEXT NOT NULL CHECK (json_valid(result)),
  client TEXT
) STRICT;
CREATE INDEX activity_by_call ON activity (turn_id, call_id) WHERE turn_id IS NOT NULL;
CREATE INDEX activity_by_conversation ON activity (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX activity_by_capability ON activity (capability);
CREATE INDEX activity_by_client ON activity (client) WHERE client IS NOT NULL;
CREATE INDEX activity_in_trouble ON activity (outcome) WHERE outcome <> 'ok';
-- Calls of and to other agents.
CREATE INDEX activity_with_agents ON activity (position)
WHERE caller = 'agent' OR effect = 'agent' OR capability GLOB 'anp:*' OR capability GLOB 'a2a:*';

-- Its words, each row under the position of its line; written with it.
CREATE VIRTUAL TABLE activity_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');

-- While its owner clears the log, the instant before which; empty at all other times.
CREATE TABLE activity_clearing (before TEXT NOT NULL) STRICT;
CREATE TRIGGER activity_is_not_rewritten BEFORE UPDATE ON activity
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
WHEN NOT EXISTS (SELECT 1 FROM activity_clearing WHERE before > old.at)
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;

-- Calls that were begun, each with the line the activity log gets should the daemon end before they do.
CREATE TABLE calls_under_way (
  id TEXT PRIMARY KEY,
  record_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- tool_id: null for all tools of the capability. definition: SHA-256 of what was agreed to, the tool or its whole package.
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  scope TEXT NOT NULL,
  capability TEXT NOT NULL,
  title TEXT NOT NULL,
  version TEXT NOT NULL,
  tool_id TEXT,
  tool TEXT,
  definition TEXT NOT NULL,
  effect TEXT NOT NULL,
  target TEXT,
  pattern TEXT CHECK (json_valid(pattern)),
  arguments_sha256 TEXT,
  arguments TEXT CHECK (json_valid(arguments)),
  until TEXT NOT NULL,
  conversation_id TEXT,
  expires_at TEXT,
  revoked_at TEXT,
  revoked_by TEXT,
  last_used_at TEXT,
  uses INTEGER NOT NULL DEFAULT 0,
  client TEXT
) STRICT;
CREATE INDEX approvals_in_force ON approvals (capability) WHERE revoked_at IS NULL;

-- What waits, or waited, for the person. arguments: kept while it waits, so that a crash can be told.
CREATE TABLE approval_requests (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  caller TEXT NOT NULL,
  conversation_id TEXT,
  turn_id TEXT,
  call_id TEXT,
  capability_id TEXT NOT NULL,
  version TEXT NOT NULL,
  effect TEXT NOT NULL,
  target TEXT,
  arguments_sha256 TEXT NOT NULL,
  arguments TEXT CHECK (json_valid(arguments)),
  settled_at TEXT,
  decision TEXT CHECK (json_valid(decision)),
  client TEXT
) STRICT;
CREATE INDEX approval_requests_open ON approval_requests (id) WHERE settled_at IS NULL;
CREATE INDEX approval_requests_by_conversation ON approval_requests (conversation_id) WHERE conversation_id IS NOT NULL;

-- Programs the owner shares capabilities with, by the name one says itself over a pipe, or the one its token was made for. exposed: JSON list
-- of ids of capabilities, or of <source>/* for all tools of one. token_sha256: of the one token it has, if any.
CREATE TABLE share_clients (
  name TEXT NOT NULL PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('asked', 'allowed', 'refused')),
  surface TEXT NOT NULL CHECK (surface IN ('auto', 'tools', 'search')),
  exposed TEXT NOT NULL CHECK (json_valid(exposed)),
  token_sha256 TEXT UNIQUE,
  token_at TEXT,
  software TEXT,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT,
  calls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Other agents that asked this one for something, and what the owner answered (acp.md 8, nuwa_a2a). tools: JSON list of the ids of tools it
-- may call. asked: JSON of the last request that was not allowed.
CREATE TABLE agent_callers (
  did TEXT NOT NULL PRIMARY KEY,
  label TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('asked', 'allowed', 'refused')),
  tools TEXT NOT NULL,
  asked TEXT,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  calls INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
