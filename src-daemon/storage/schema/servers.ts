/** Connected MCP servers, and what their owner allows them (acp.md 8). */
export const SERVERS = `
-- server_version: a part of the version of each of its tools (cap.md 4); null until it was asked. problem_json: why it was not there when
-- it was wanted last.
CREATE TABLE servers (
  uri TEXT NOT NULL PRIMARY KEY,
  definition_json TEXT NOT NULL,
  added_by TEXT NOT NULL CHECK (added_by IN ('owner', 'package')),
  added_at TEXT NOT NULL,
  trusted_at TEXT,
  server_version TEXT,
  problem_json TEXT
) STRICT, WITHOUT ROWID;

-- Each tool as it was accepted.
CREATE TABLE server_tools (
  uri TEXT NOT NULL REFERENCES servers (uri) ON DELETE CASCADE,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  definition_json TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  PRIMARY KEY (uri, name)
) STRICT, WITHOUT ROWID;

-- Tools that are switched off, by name: that outlives changes of the tool and of how its server is reached.
CREATE TABLE server_tools_off (
  uri TEXT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (uri, name)
) STRICT, WITHOUT ROWID;

-- Whether messages are routed to a server, and what its owner says it is for.
CREATE TABLE server_chats (
  uri TEXT PRIMARY KEY,
  routed INTEGER NOT NULL,
  about TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Where the owner is signed in: by whom, for what, until when. Tokens are named secrets.
CREATE TABLE server_accounts (
  uri TEXT PRIMARY KEY,
  account_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether a server may use the owner's model (sampling), how severe what goes into its log is, and how long it may take.
CREATE TABLE server_allowances (
  uri TEXT NOT NULL PRIMARY KEY REFERENCES servers (uri) ON DELETE CASCADE,
  sampling INTEGER NOT NULL,
  log_level TEXT,
  timeout_seconds INTEGER
) STRICT, WITHOUT ROWID;

-- What each server that is no bundle is made of: as its owner accepted it, and as it was found since where that is another.
CREATE TABLE server_pins (
  uri TEXT NOT NULL PRIMARY KEY,
  accepted_json TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  found_json TEXT,
  found_at TEXT
) STRICT, WITHOUT ROWID;
`
