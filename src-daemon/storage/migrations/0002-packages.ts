/** What is known of verified package files, which of them are installed, and every consent ever given (acp.md 4). */
export const up = `
CREATE TABLE package_files (
  sha256 TEXT PRIMARY KEY,
  package_json TEXT NOT NULL,
  findings_json TEXT NOT NULL,
  signature_start INTEGER NOT NULL,
  signature_end INTEGER NOT NULL,
  verified_at TEXT NOT NULL
) STRICT;

CREATE TABLE package_installs (
  name TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL REFERENCES package_files (sha256),
  previous_sha256 TEXT REFERENCES package_files (sha256),
  installed_at TEXT NOT NULL,
  disabled_reason TEXT
) STRICT;

CREATE TABLE package_authors (
  name TEXT PRIMARY KEY,
  author_did TEXT NOT NULL
) STRICT;

CREATE TABLE package_grants (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  author_did TEXT NOT NULL,
  permissions_json TEXT NOT NULL,
  warnings_accepted INTEGER NOT NULL CHECK (warnings_accepted IN (0, 1)),
  via TEXT NOT NULL,
  granted_at TEXT NOT NULL
) STRICT;
CREATE INDEX package_grants_by_author ON package_grants (author_did);
`
