/** What each server that is no bundle is made of: as its owner accepted it, and as it was found since where that is another. */
export const up = `
CREATE TABLE service_pins (
  uri TEXT NOT NULL PRIMARY KEY,
  accepted_json TEXT NOT NULL,
  accepted_at TEXT NOT NULL,
  found_json TEXT,
  found_at TEXT
) STRICT, WITHOUT ROWID;
`
