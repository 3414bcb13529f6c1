/** The owner's devices, and their signatures. */
export const DEVICES = `
-- The present authorization of a device's key to sign the changes of a replica. name: what the device signed of itself; NULL for a key
-- that only signs for a former replica.
CREATE TABLE devices (
  replica TEXT NOT NULL,
  device TEXT NOT NULL,
  owner TEXT NOT NULL,
  document TEXT NOT NULL,
  first_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  name TEXT,
  named_at TEXT,
  name_signature TEXT,
  PRIMARY KEY (replica, device)
) STRICT, WITHOUT ROWID;

-- Names given on this device.
CREATE TABLE device_labels (
  replica TEXT PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Statements signed by the owner's key, as JSON.
CREATE TABLE device_removals (
  signature TEXT PRIMARY KEY,
  replica TEXT NOT NULL,
  statement TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_removals_by_replica ON device_removals (replica);

-- Signatures over changes of other replicas, as received: changes are passed on with them.
CREATE TABLE signed_heads (
  space TEXT NOT NULL,
  scope TEXT NOT NULL,
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL,
  owner TEXT NOT NULL,
  by TEXT NOT NULL,
  signature BLOB NOT NULL,
  PRIMARY KEY (space, scope, actor, seq, hash)
) STRICT, WITHOUT ROWID;
`
