/** Capability packages and skills: their files, what is installed, and every consent ever given (acp.md 4). */
export const PACKAGES = `
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
  disabled_reason TEXT,
  switched_off_at TEXT
) STRICT;

-- Authors and their keys as they were first seen, and keys that an author no longer lists (acp.md 2.5).
CREATE TABLE package_authors (
  name TEXT PRIMARY KEY,
  author_did TEXT NOT NULL
) STRICT;
CREATE TABLE package_author_keys (
  author_did TEXT NOT NULL,
  key_id TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (author_did, key_id)
) STRICT, WITHOUT ROWID;

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

-- Where a package came from.
CREATE TABLE package_provenance (
  sha256 TEXT NOT NULL PRIMARY KEY,
  provenance_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Folders whose skills count, and skills that were taken in; their files are kept in the data directory, by hash.
CREATE TABLE skill_folders (
  word TEXT NOT NULL PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  trusted_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE skills (
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  folder_name TEXT NOT NULL,
  folder TEXT,
  taken_from TEXT NOT NULL,
  added_at TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
`
