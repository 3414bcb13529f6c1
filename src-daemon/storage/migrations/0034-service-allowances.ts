/** What owners let connected servers have beside being called: their model (sampling), and how severe what goes into their log is. */
export const up = `
CREATE TABLE service_allowances (
  uri TEXT NOT NULL PRIMARY KEY REFERENCES services (uri) ON DELETE CASCADE,
  sampling INTEGER NOT NULL,
  log_level TEXT
) STRICT, WITHOUT ROWID;
`
