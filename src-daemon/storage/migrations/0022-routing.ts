/** What the user put right about routing, and the vectors of texts that embedding models made. */
export const up = `
-- text_key: the words of the text, case and punctuation aside; of two corrections of the same words the later one counts.
-- The corrections of a capability leave with it.
CREATE TABLE route_corrections (
  id TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  text_key TEXT NOT NULL UNIQUE,
  capability TEXT NOT NULL REFERENCES package_installs (name) ON DELETE CASCADE,
  corrected_at TEXT NOT NULL
) STRICT;
CREATE INDEX route_corrections_by_capability ON route_corrections (capability);

-- vector: 32-bit floats, little-endian, of length 1.
CREATE TABLE text_vectors (
  model_id TEXT NOT NULL,
  text_sha256 BLOB NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model_id, text_sha256)
) STRICT, WITHOUT ROWID;
`
