/** Capabilities in the making. form_json: the answers; text: the file, once it was edited by hand. */
export const DRAFTS = `CREATE TABLE package_drafts (
  id TEXT PRIMARY KEY,
  form_json TEXT NOT NULL,
  text TEXT,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID`
