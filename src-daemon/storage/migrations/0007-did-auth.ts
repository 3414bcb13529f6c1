/** Nonces of requests that were accepted, until they are too old to be accepted again (identity.md 4). */
export const up = `
CREATE TABLE did_auth_nonces (
  signer_did TEXT NOT NULL,
  nonce TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (signer_did, nonce)
) STRICT, WITHOUT ROWID;
CREATE INDEX did_auth_nonces_by_expiry ON did_auth_nonces (expires_at);
`
