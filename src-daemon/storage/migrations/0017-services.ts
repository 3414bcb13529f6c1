/** The services a person connected, and each of their tools as it was accepted (acp.md 8, `mcp_service`). */
export const up = `
CREATE TABLE services (
  uri TEXT NOT NULL PRIMARY KEY,
  definition_json TEXT NOT NULL,
  added_by TEXT NOT NULL CHECK (added_by IN ('owner', 'package')),
  added_at TEXT NOT NULL,
  trusted_at TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE service_tools (
  uri TEXT NOT NULL REFERENCES services (uri) ON DELETE CASCADE,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  definition_json TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  PRIMARY KEY (uri, name)
) STRICT, WITHOUT ROWID;
`
