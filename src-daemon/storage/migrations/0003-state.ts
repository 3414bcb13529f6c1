/**
 * The op logs of state, and the register of schemas. The view has one table per schema, made when the schema is
 * registered. A change keeps its header and hashes when its ops are purged, so what was anchored stays provable.
 */
export const up = `
CREATE TABLE state_meta (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;

CREATE TABLE state_logs (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  scope TEXT NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0,
  clock TEXT NOT NULL DEFAULT '',
  heads TEXT NOT NULL DEFAULT '[]',
  UNIQUE (owner, scope)
) STRICT;

CREATE TABLE state_schemas (
  id INTEGER PRIMARY KEY,
  schema_uri TEXT NOT NULL UNIQUE,
  log INTEGER NOT NULL REFERENCES state_logs (id),
  view_name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  body_hash BLOB NOT NULL
) STRICT;

CREATE TABLE changes (
  position INTEGER PRIMARY KEY,
  log INTEGER NOT NULL REFERENCES state_logs (id),
  schema INTEGER NOT NULL REFERENCES state_schemas (id),
  object_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'delete')),
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  clock TEXT NOT NULL,
  parents TEXT NOT NULL,
  origin TEXT NOT NULL,
  ops BLOB,
  ops_hash BLOB NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  UNIQUE (log, actor, seq)
) STRICT;

CREATE INDEX changes_by_object ON changes (schema, object_id, position);
`
