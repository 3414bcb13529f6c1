/** Where the owner is signed in: by whom, for what, until when. Tokens are named secrets and are not in here. */
export const up = `
CREATE TABLE service_accounts (
  uri TEXT PRIMARY KEY,
  account_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
