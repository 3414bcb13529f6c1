/** Calls that were begun, each with the line the activity log gets should the daemon end before they do. */
export const up = `
CREATE TABLE calls_under_way (
  id TEXT PRIMARY KEY,
  record_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
