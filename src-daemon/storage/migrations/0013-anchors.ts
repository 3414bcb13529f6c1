/**
 * What was said of a scope at one moment, one line each; a line carries the hash of the one before. Without references: an
 * anchor stays when the scope it is about is gone.
 */
export const up = `
CREATE TABLE state_anchors (
  number INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  space TEXT NOT NULL,
  scope TEXT NOT NULL,
  root TEXT NOT NULL,
  size INTEGER NOT NULL,
  clock TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER state_anchors_no_update BEFORE UPDATE ON state_anchors
BEGIN SELECT RAISE(ABORT, 'the anchor log is append-only'); END;
CREATE TRIGGER state_anchors_no_delete BEFORE DELETE ON state_anchors
BEGIN SELECT RAISE(ABORT, 'the anchor log is append-only'); END;
`
