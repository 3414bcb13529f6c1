/** Authors and their keys as they were first seen, capabilities that were switched off, keys that authors no longer list (acp.md 2.5, 4). */
export const up = `
CREATE TABLE package_author_keys (
  author_did TEXT NOT NULL,
  key_id TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  revoked_at TEXT,
  PRIMARY KEY (author_did, key_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO package_author_keys (author_did, key_id, first_seen_at)
  SELECT g.author_did, json_extract(f.package_json, '$.author.keyId'), min(g.granted_at)
  FROM package_grants g JOIN package_files f ON f.sha256 = g.sha256 GROUP BY 1, 2;
INSERT OR IGNORE INTO package_author_keys (author_did, key_id, first_seen_at)
  SELECT author_did, author_did || '#' || substr(author_did, 9), min(granted_at) FROM package_grants
  WHERE author_did LIKE 'did:key:%' GROUP BY 1, 2;
ALTER TABLE package_installs ADD COLUMN switched_off_at TEXT;
`
