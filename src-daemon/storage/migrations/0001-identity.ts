/** Public halves of the keys, and the append-only, hash-chained log of every use of a secret (identity.md 2). */
export const up = `
CREATE TABLE identity_keys (
  key_id TEXT PRIMARY KEY,
  did TEXT NOT NULL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  backend TEXT NOT NULL CHECK (backend IN ('keychain', 'vault')),
  keychain_problem TEXT,
  is_owner INTEGER NOT NULL CHECK (is_owner IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX identity_one_owner ON identity_keys (is_owner) WHERE is_owner = 1;

CREATE TABLE signature_log (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  digest TEXT NOT NULL,
  requester TEXT NOT NULL,
  at TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX signature_log_by_key ON signature_log (key_id, at);
CREATE TRIGGER signature_log_no_update BEFORE UPDATE ON signature_log
BEGIN SELECT RAISE(ABORT, 'the signature log is append-only'); END;
CREATE TRIGGER signature_log_no_delete BEFORE DELETE ON signature_log
BEGIN SELECT RAISE(ABORT, 'the signature log is append-only'); END;
`
