/** Packages being published to a registry, and the versions that sources offer of installed ones. */
export const REGISTRY = `
-- What is done of each publication is written before its next step, so that none is published twice. source: the file as it was given,
-- until it is signed. raw, sender, nonce: the transaction that was signed and may have been sent.
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

-- Newer versions that sources had when they were last asked, and withdrawn ones.
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
