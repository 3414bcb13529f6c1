/** Packages on their way to a registry on a chain: what is done of each, written before the next step, so that none is published twice. */
export const up = `
-- source: the file as it was given, until it is signed. raw, sender, nonce: the transaction that was signed and may have been sent.
CREATE TABLE publications (
  id TEXT PRIMARY KEY,
  registry TEXT NOT NULL,
  chain_id INTEGER NOT NULL,
  contract TEXT NOT NULL,
  cap_uri TEXT NOT NULL,
  semver TEXT NOT NULL,
  title TEXT NOT NULL,
  author_did TEXT NOT NULL,
  file_name TEXT NOT NULL,
  source_sha256 TEXT NOT NULL,
  source BLOB,
  key_id TEXT,
  signed BLOB,
  sha256 TEXT,
  cid TEXT,
  step TEXT NOT NULL CHECK (step IN ('sign', 'add', 'submit', 'confirm', 'done')),
  state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'failed', 'published')),
  problem TEXT,
  places TEXT NOT NULL,
  tx TEXT,
  raw TEXT,
  sender TEXT,
  nonce INTEGER,
  receipt TEXT,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (chain_id, contract, cap_uri, semver),
  CHECK (source IS NOT NULL OR signed IS NOT NULL)
) STRICT;
`
