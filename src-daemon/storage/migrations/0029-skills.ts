/** Skills that were taken in, and the folders whose skills count; their files are kept in the data directory, by hash. */
export const up = `
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
