/**
 * Schemas, their logs, and what is derived from the logs. A view has one table per schema, created when the schema is
 * registered. A change keeps its header and hashes when its ops are purged, so that anchored changes stay provable.
 */
export const STATE = `
CREATE TABLE state_meta (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;

CREATE TABLE state_logs (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  scope TEXT NOT NULL,
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

-- A replica in a log, and its last change there. What came before base_seq was dropped with the owner of the log; told is up to where the
-- last change of this replica said it had seen the other one. Of branches of replicas that shared a name, since is the change of its parent
-- after which each begins.
CREATE TABLE log_writers (
  id INTEGER PRIMARY KEY,
  log INTEGER NOT NULL REFERENCES state_logs (id),
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash BLOB,
  ms INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  base_seq INTEGER NOT NULL,
  base_hash BLOB,
  told INTEGER NOT NULL,
  since INTEGER NOT NULL DEFAULT 0,
  UNIQUE (log, actor)
) STRICT;

-- object_id: text, or 16 bytes of a UUID. gone: deleted for good; what other replicas still say about it is not kept.
CREATE TABLE log_objects (
  id INTEGER PRIMARY KEY,
  schema INTEGER NOT NULL REFERENCES state_schemas (id),
  object_id ANY NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  UNIQUE (schema, object_id)
) STRICT;

-- The owner's DID at the time, and the origin without what is new with each call.
CREATE TABLE log_sources (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (owner, body)
) STRICT;
CREATE TABLE log_origins (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES log_sources (id),
  conversation TEXT,
  turn TEXT,
  call TEXT
) STRICT;
CREATE INDEX log_origins_by_turn ON log_origins (turn, call);

-- Names of members by number, as a JSON list (log/stored-ops.ts).
CREATE TABLE log_names (
  schema INTEGER PRIMARY KEY,
  names TEXT NOT NULL
) STRICT;

-- kind: 0 update, 1 create, 2 delete. seen: {"number of the writer": seq}. ops_hash: only where ops are compressed or purged. grew: bytes
-- the object took more than before, where the totals of its view were not told at once. object has no foreign key: it would be checked
-- with each change for nothing.
CREATE TABLE changes (
  position INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES log_writers (id),
  seq INTEGER NOT NULL,
  object INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  counter INTEGER NOT NULL,
  origin INTEGER NOT NULL REFERENCES log_origins (id),
  hash BLOB NOT NULL,
  ops BLOB,
  ops_hash BLOB,
  seen TEXT,
  grew INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX changes_with_seen ON changes (writer, seq) WHERE seen IS NOT NULL;

-- What is looked up and summed up of changes up to this position stands in tables of its own: heads, change_objects, change_hashes,
-- change_origins and sums. Of later changes, which are few, it is found in the changes, so that a change need not write to all of them.
CREATE TABLE log_settled (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  position INTEGER NOT NULL
) STRICT;
INSERT INTO log_settled (id, position) VALUES (1, 0);
CREATE TABLE change_objects (
  object INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (object, position)
) STRICT, WITHOUT ROWID;
-- prefix: the first four bytes of the hash.
CREATE TABLE change_hashes (
  prefix BLOB NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (prefix, position)
) STRICT, WITHOUT ROWID;
-- block: 256 positions, of which at least one is of the origin.
CREATE TABLE change_origins (
  origin INTEGER NOT NULL,
  block INTEGER NOT NULL,
  PRIMARY KEY (origin, block)
) STRICT, WITHOUT ROWID;

-- Changes of a writer lost to a damaged disk: those between after and seq. previous: the hash that change seq names; null if it is not
-- known.
CREATE TABLE log_gaps (
  writer INTEGER NOT NULL REFERENCES log_writers (id),
  after INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  previous BLOB,
  PRIMARY KEY (writer, seq)
) STRICT, WITHOUT ROWID;

-- Changes of other replicas that wait for what their writer had seen, or for their schema. schema_uri: null until they are read.
CREATE TABLE pending_changes (
  hash BLOB PRIMARY KEY,
  space TEXT NOT NULL,
  scope TEXT NOT NULL,
  actor TEXT NOT NULL,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  schema_uri TEXT
) STRICT;
CREATE INDEX pending_changes_by_log ON pending_changes (space, scope, actor, seq);
CREATE INDEX pending_changes_by_schema ON pending_changes (schema_uri);

-- Schemas that were found in a registry or at a DID, which keep their content for good.
CREATE TABLE resolved_schemas (
  schema_uri TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  body_hash BLOB NOT NULL,
  owner TEXT NOT NULL,
  scope TEXT NOT NULL,
  title TEXT NOT NULL,
  package TEXT NOT NULL,
  source TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Capabilities that lost the namespace of an app.
CREATE TABLE state_revoked_apps (
  owner TEXT NOT NULL,
  app TEXT NOT NULL,
  revoked_at TEXT NOT NULL,
  PRIMARY KEY (owner, app)
) STRICT, WITHOUT ROWID;

-- What there is in each view, kept up by triggers of the view (view/tables.ts).
CREATE TABLE state_view_totals (
  view TEXT NOT NULL PRIMARY KEY,
  objects INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  conflicts INTEGER NOT NULL DEFAULT 0,
  invalid INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- How much room the changes of each schema take, up to log_settled; triggers keep it right where content leaves.
CREATE TABLE state_space (
  schema INTEGER PRIMARY KEY,
  changes INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER changes_get_smaller AFTER UPDATE OF ops ON changes
WHEN NEW.position <= (SELECT position FROM log_settled) BEGIN
  UPDATE state_space SET bytes = bytes + coalesce(length(NEW.ops), 0) - coalesce(length(OLD.ops), 0)
  WHERE schema = (SELECT schema FROM log_objects WHERE id = NEW.object);
END;
CREATE TRIGGER changes_give_space_back AFTER DELETE ON changes
WHEN OLD.position <= (SELECT position FROM log_settled) BEGIN
  UPDATE state_space SET changes = changes - 1, bytes = bytes - (128 + coalesce(length(OLD.ops), 0))
  WHERE schema = (SELECT schema FROM log_objects WHERE id = OLD.object);
END;

-- What the changes after log_settled come to, and both together.
CREATE VIEW state_tail AS
  SELECT o.schema, s.view_name AS view, count(*) AS changes, sum((128 + coalesce(length(c.ops), 0))) AS bytes, sum(c.grew) AS grew
  FROM changes c JOIN log_objects o ON o.id = c.object JOIN state_schemas s ON s.id = o.schema
  WHERE c.position > (SELECT position FROM log_settled) GROUP BY o.schema;
CREATE VIEW state_space_now AS
  SELECT schema, sum(changes) AS changes, sum(bytes) AS bytes
  FROM (SELECT schema, changes, bytes FROM state_space UNION ALL SELECT schema, changes, bytes FROM state_tail)
  GROUP BY schema;
CREATE VIEW state_view_totals_now AS
  SELECT t.view, t.objects, t.bytes + coalesce((SELECT grew FROM state_tail x WHERE x.view = t.view), 0) AS bytes,
    t.conflicts, t.invalid
  FROM state_view_totals t;

-- What a person lets a scope take.
CREATE TABLE state_limits (
  log INTEGER PRIMARY KEY REFERENCES state_logs (id),
  bytes INTEGER NOT NULL
) STRICT;

-- Up to this moment (ms since 1970) what expired was cleared: it stays away when the clock goes back.
CREATE TABLE state_low_water (
  schema INTEGER PRIMARY KEY,
  ms INTEGER NOT NULL
) STRICT;

-- A text or list as one saved Automerge document, so that editing it after a restart does not begin with all its edits. Nothing is in it
-- that the log does not say, and what is purged from the log leaves with it, by whichever way it is purged. path: names as a JSON list. position: the
-- last change it holds. base: which write put the text there. hash: SHA-256 of the document, which body is compressed from.
CREATE TABLE sequence_snapshots (
  object INTEGER NOT NULL REFERENCES log_objects (id),
  path TEXT NOT NULL,
  position INTEGER NOT NULL,
  base TEXT NOT NULL,
  compression TEXT NOT NULL,
  hash BLOB NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (object, path)
) STRICT;
CREATE TRIGGER snapshots_forget_what_is_purged AFTER UPDATE OF ops ON changes
WHEN NEW.ops IS NULL AND OLD.ops IS NOT NULL BEGIN
  DELETE FROM sequence_snapshots WHERE object = NEW.object;
END;
CREATE TRIGGER snapshots_leave_with_the_log AFTER DELETE ON changes BEGIN
  DELETE FROM sequence_snapshots WHERE object = OLD.object;
END;

-- What was said of a scope at one moment, one line each; a line carries the hash of the one before. Without references: an anchor stays
-- when the scope it is about is gone.
CREATE TABLE state_anchors (
  number INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  space TEXT NOT NULL,
  scope TEXT NOT NULL,
  root TEXT NOT NULL,
  size INTEGER NOT NULL,
  clock TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER state_anchors_no_update BEFORE UPDATE ON state_anchors
BEGIN SELECT RAISE(ABORT, 'the anchor log is append-only'); END;
CREATE TRIGGER state_anchors_no_delete BEFORE DELETE ON state_anchors
BEGIN SELECT RAISE(ABORT, 'the anchor log is append-only'); END;

-- Anchors that are also on a chain.
CREATE TABLE state_chain_anchors (
  number INTEGER PRIMARY KEY REFERENCES state_anchors (number),
  chain_id INTEGER NOT NULL,
  contract TEXT NOT NULL,
  account TEXT NOT NULL,
  tx TEXT NOT NULL,
  block INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
`
