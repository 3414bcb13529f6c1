/**
 * Approvals, what waits for one, and an activity log that says how each call was allowed, can be searched, and can be cleared by
 * its owner. What is filtered by stands before what can be large: SQLite reads a row from its beginning.
 */
export const up = `
CREATE TABLE activity_next (
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
  result TEXT NOT NULL CHECK (json_valid(result))
) STRICT;

INSERT INTO activity_next
  SELECT position, id, at, 'call', caller, conversation_id, turn_id, call_id,
    CASE WHEN instr(capability_id, '/') > 0
      THEN replace(substr(capability_id, 1, instr(capability_id, '/') - 1), 'acp:', '')
      ELSE replace(capability_id, 'acp:', '') END,
    capability_id, version, NULL, NULL,
    CASE WHEN json_extract(result, '$.ok') THEN 'ok'
      WHEN json_extract(result, '$.error.details.reason') = 'cancelled' THEN 'stopped'
      WHEN json_extract(result, '$.error.code') = 'PERMISSION_DENIED' THEN 'denied'
      ELSE 'failed' END,
    0, length(CAST(arguments AS BLOB)), length(CAST(result AS BLOB)), NULL, NULL,
    '{"kind":"free"}', arguments, result
  FROM activity ORDER BY position;

DROP TABLE activity;
ALTER TABLE activity_next RENAME TO activity;

CREATE INDEX activity_by_call ON activity (turn_id, call_id) WHERE turn_id IS NOT NULL;
CREATE INDEX activity_by_conversation ON activity (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX activity_by_capability ON activity (capability);
CREATE INDEX activity_in_trouble ON activity (outcome) WHERE outcome <> 'ok';

-- Its words, each row under the position of its line; written with it.
CREATE VIRTUAL TABLE activity_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');

-- While its owner clears the log, the instant before which; empty at all other times.
CREATE TABLE activity_clearing (before TEXT NOT NULL) STRICT;

CREATE TRIGGER activity_is_not_rewritten BEFORE UPDATE ON activity
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;

CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
WHEN NOT EXISTS (SELECT 1 FROM activity_clearing WHERE before > old.at)
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;

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
  uses INTEGER NOT NULL DEFAULT 0
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
  decision TEXT CHECK (json_valid(decision))
) STRICT;
CREATE INDEX approval_requests_open ON approval_requests (id) WHERE settled_at IS NULL;
CREATE INDEX approval_requests_by_conversation ON approval_requests (conversation_id) WHERE conversation_id IS NOT NULL;
`
