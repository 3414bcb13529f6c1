import type { Database } from 'better-sqlite3'
import { z } from 'zod'

/**
 * Which changes are of an object stands in a table of its own that is written for many changes at once (state/log/settling.ts), and no
 * longer in an index that each change writes to, at a place that is nowhere near the last one. With it goes the check of each
 * change that its object is there: it would read `log_objects` for nothing, and go through all changes when an object leaves.
 *
 * A row of a view has the number of its object in the log, so that a change need not look that up.
 */
export const up = (db: Database): void => {
  const triggers = z
    .array(z.string())
    .parse(
      db
        .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'changes'")
        .pluck()
        .all(),
    )
  // Views name the table: they are to mean the one that takes its place.
  db.pragma('legacy_alter_table = ON')
  db.exec(TABLES)
  db.pragma('legacy_alter_table = OFF')
  for (const trigger of triggers) db.exec(trigger)
  numberRows(db)
}

const TABLES = `
-- As it was, but for object: a number of log_objects that nothing checks.
CREATE TABLE changes_anew (
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
INSERT INTO changes_anew SELECT * FROM changes ORDER BY position;
DROP TABLE changes;
ALTER TABLE changes_anew RENAME TO changes;
CREATE INDEX changes_with_seen ON changes (writer, seq) WHERE seen IS NOT NULL;

-- Of the changes up to log_settled.
CREATE TABLE change_objects (
  object INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (object, position)
) STRICT, WITHOUT ROWID;
INSERT INTO change_objects SELECT object, position FROM changes
  WHERE position <= (SELECT position FROM log_settled) ORDER BY object, position;
`

const viewsSchema = z.array(z.object({ id: z.int(), view: z.string() }))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const numberRows = (db: Database): void => {
  db.function('short_id', { deterministic: true }, (id: unknown) =>
    typeof id === 'string' && UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id,
  )
  // A view that is not there is made when state is opened.
  const views = db.prepare(
    `SELECT s.id, s.view_name AS view FROM state_schemas s JOIN sqlite_schema t ON t.type = 'table' AND t.name = s.view_name`,
  )
  for (const { id, view } of viewsSchema.parse(views.all())) {
    db.exec(`ALTER TABLE ${view} ADD COLUMN number INTEGER NOT NULL DEFAULT 0`)
    db.prepare(
      `UPDATE ${view} SET number = coalesce((SELECT o.id FROM log_objects o WHERE o.schema = ? AND o.object_id = short_id(${view}.id)), 0)`,
    ).run(id)
  }
}
