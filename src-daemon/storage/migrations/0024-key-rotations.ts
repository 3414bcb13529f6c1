/**
 * Which key of the owner took the place of which, as both of them signed it. Of a key that two say they took over from only one is
 * known here, and a key takes over from one.
 */
export const up = `
CREATE TABLE key_rotations (
  from_did TEXT PRIMARY KEY,
  to_did TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  signature TEXT NOT NULL,
  acceptance TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
