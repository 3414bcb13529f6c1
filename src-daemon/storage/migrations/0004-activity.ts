/**
 * The activity log: one row per tool call, written once. What was done can be read, never rewritten. Its order is that of writing:
 * ids of one millisecond have none, and a clock may go back.
 */
export const up = `
CREATE TABLE activity (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  caller TEXT NOT NULL,
  conversation_id TEXT,
  turn_id TEXT,
  call_id TEXT,
  capability_id TEXT NOT NULL,
  version TEXT NOT NULL,
  arguments TEXT NOT NULL CHECK (json_valid(arguments)),
  result TEXT NOT NULL CHECK (json_valid(result))
) STRICT;

CREATE INDEX activity_by_call ON activity (turn_id, call_id) WHERE turn_id IS NOT NULL;

CREATE TRIGGER activity_is_not_rewritten BEFORE UPDATE ON activity
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;

CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END;
`
