/**
 * Where installed packages came from, what sources had that is newer when they were last asked, and who says that a version was withdrawn.
 * Of the last question: when it was, and how each source answered.
 */
export const up = `
CREATE TABLE package_provenance (
  sha256 TEXT NOT NULL PRIMARY KEY,
  provenance_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE market_offers (
  name TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  cid TEXT,
  found_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE market_yanks (
  sha256 TEXT NOT NULL PRIMARY KEY,
  source TEXT NOT NULL,
  reason TEXT NOT NULL,
  found_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE market_check (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL
) STRICT;
`
