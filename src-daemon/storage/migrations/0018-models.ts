/**
 * Secrets with a name, such as the key of a model server: sealed with a key that is derived from one of the owner's. And the models
 * that are being fetched, so that a restart knows what it broke off.
 */
export const up = `
-- sealed: 12 bytes of nonce, the ciphertext, 16 bytes of tag. key_id: the key of the owner's it is sealed with.
CREATE TABLE named_secrets (
  name TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  set_at TEXT NOT NULL
) STRICT;
-- state: running, interrupted, stopped or failed; a finished one has no row. problem: JSON of an error's code and params.
CREATE TABLE model_pulls (
  url TEXT NOT NULL,
  model TEXT NOT NULL,
  state TEXT NOT NULL,
  completed INTEGER,
  total INTEGER,
  problem TEXT,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (url, model)
) STRICT;
`
