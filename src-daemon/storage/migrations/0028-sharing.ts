/**
 * Programs the owner shares capabilities with, and whose call is whose. A program is known by a name: one it says itself over a pipe, or the
 * one its token was made for.
 */
export const up = `
-- exposed: JSON list of ids of capabilities, or of \`<source>/*\` for all tools of one. token_sha256: of the one token it has, if any.
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

ALTER TABLE activity ADD COLUMN client TEXT;
ALTER TABLE approvals ADD COLUMN client TEXT;
ALTER TABLE approval_requests ADD COLUMN client TEXT;
CREATE INDEX activity_by_client ON activity (client) WHERE client IS NOT NULL;
`
