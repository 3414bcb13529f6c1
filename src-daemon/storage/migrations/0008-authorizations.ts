/** Authorization capabilities that were issued, each as its signed document, and when they were taken back (identity.md 5). */
export const up = `
CREATE TABLE authorizations (
  id TEXT PRIMARY KEY,
  parent TEXT NOT NULL,
  controller TEXT NOT NULL,
  target TEXT NOT NULL,
  actions_json TEXT NOT NULL,
  cap_uri TEXT,
  document_json TEXT NOT NULL,
  issued_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;
CREATE INDEX authorizations_by_parent ON authorizations (parent);
CREATE INDEX authorizations_by_capability ON authorizations (cap_uri) WHERE cap_uri IS NOT NULL;
`
