/** What the user put right about routing. */
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
`
