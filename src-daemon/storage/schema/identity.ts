/** Keys, their signatures, authorizations, and named secrets (identity.md). */
export const IDENTITY = `
-- The public halves. pending: from before the secret is stored until it was read back; such a key has never signed anything, and a crash
-- leaves none unnamed. is_chain_account: signs transactions on a chain, and nothing else.
CREATE TABLE identity_keys (
  key_id TEXT PRIMARY KEY,
  did TEXT NOT NULL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  backend TEXT NOT NULL CHECK (backend IN ('keychain', 'vault')),
  keychain_problem TEXT,
  is_owner INTEGER NOT NULL CHECK (is_owner IN (0, 1)),
  created_at TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT 'created' CHECK (origin IN ('created', 'imported', 'restored')),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  retired_at TEXT,
  replaced_by TEXT,
  backed_up_at TEXT,
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending IN (0, 1)),
  is_chain_account INTEGER NOT NULL DEFAULT 0 CHECK (is_chain_account IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX identity_one_owner ON identity_keys (is_owner) WHERE is_owner = 1;
CREATE UNIQUE INDEX identity_one_default ON identity_keys (is_default) WHERE is_default = 1;

-- Every use of a secret; each line carries the hash of the one before.
CREATE TABLE signature_log (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  digest TEXT NOT NULL,
  requester TEXT NOT NULL,
  at TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX signature_log_by_key ON signature_log (key_id, at);
CREATE TRIGGER signature_log_no_update BEFORE UPDATE ON signature_log
BEGIN SELECT RAISE(ABORT, 'the signature log is append-only'); END;
CREATE TRIGGER signature_log_no_delete BEFORE DELETE ON signature_log
BEGIN SELECT RAISE(ABORT, 'the signature log is append-only'); END;

-- Which key of the owner took the place of which, as both of them signed it. A key has one successor and one predecessor.
CREATE TABLE key_rotations (
  from_did TEXT PRIMARY KEY,
  to_did TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  signature TEXT NOT NULL,
  acceptance TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Nonces of requests that were accepted, until they are too old to be accepted again (identity.md 4).
CREATE TABLE did_auth_nonces (
  signer_did TEXT NOT NULL,
  nonce TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (signer_did, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX did_auth_nonces_by_expiry ON did_auth_nonces (expires_at);

-- Those that were issued, each as its signed document, and when they were taken back (identity.md 5).
CREATE TABLE authorizations (
  id TEXT PRIMARY KEY,
  parent TEXT NOT NULL,
  controller TEXT NOT NULL,
  target TEXT NOT NULL,
  actions_json TEXT NOT NULL,
  cap_uri TEXT,
  document_json TEXT NOT NULL,
  issued_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;
CREATE INDEX authorizations_by_parent ON authorizations (parent);
CREATE INDEX authorizations_by_capability ON authorizations (cap_uri) WHERE cap_uri IS NOT NULL;

-- Secrets that are sealed with a key derived from the owner's key key_id: 12 bytes of nonce, the ciphertext, 16 bytes of tag.
CREATE TABLE named_secrets (
  name TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  sealed BLOB NOT NULL,
  set_at TEXT NOT NULL
) STRICT;

-- Secrets with an entry of their own in the keychain or the vault. entry: its id there. state: writing (not confirmed yet), kept (one for
-- each name), leaving (to be removed from the store).
CREATE TABLE secret_entries (
  entry TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  backend TEXT NOT NULL CHECK (backend IN ('keychain', 'vault')),
  state TEXT NOT NULL CHECK (state IN ('writing', 'kept', 'leaving')),
  set_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX secret_entries_kept ON secret_entries (name) WHERE state = 'kept';
`
