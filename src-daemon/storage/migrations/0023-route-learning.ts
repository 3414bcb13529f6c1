/** What routing learns from: messages that are for no capability, and vectors of what is installed. */
export const up = `
-- As it was, but for capability: none where the user said that a message needs no capability.
CREATE TABLE route_corrections_anew (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  text_key TEXT NOT NULL UNIQUE,
  capability TEXT REFERENCES package_installs (name) ON DELETE CASCADE,
  corrected_at TEXT NOT NULL
) STRICT;
INSERT INTO route_corrections_anew SELECT * FROM route_corrections;
DROP TABLE route_corrections;
ALTER TABLE route_corrections_anew RENAME TO route_corrections;
CREATE INDEX route_corrections_by_capability ON route_corrections (capability);

-- A cache that can be made again: vector is of length 1, as float32 in little-endian order; text_hash is the SHA-256 of the text.
CREATE TABLE route_vectors (
  model TEXT NOT NULL,
  text_hash BLOB NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model, text_hash)
) STRICT, WITHOUT ROWID;
`
