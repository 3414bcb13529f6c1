/** The room `agents`: the owner's did:wba identities, and what was seen of the descriptions of others. */
export const AGENTS = `
CREATE TABLE agent_dids (
  did TEXT PRIMARY KEY,
  key_id TEXT NOT NULL,
  dialect TEXT NOT NULL,
  document TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deactivated_at TEXT,
  successor TEXT
) STRICT, WITHOUT ROWID;

-- Signed descriptions. digest: hex SHA-256 of what was signed. members: the hash of each member, as a JSON object.
CREATE TABLE agent_descriptions_seen (
  did TEXT NOT NULL,
  digest TEXT NOT NULL,
  challenge TEXT,
  version TEXT,
  changed_at TEXT,
  key_id TEXT NOT NULL,
  members TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (did, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_descriptions_by_challenge ON agent_descriptions_seen (did, challenge);
`
