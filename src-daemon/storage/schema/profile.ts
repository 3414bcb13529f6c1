/** What the owner wrote about themselves. name: a word of HTML's `autocomplete`. */
export const PROFILE = `CREATE TABLE profile (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID`
