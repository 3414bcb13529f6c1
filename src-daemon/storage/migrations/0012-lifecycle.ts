/**
 * How much room the changes of each schema take. Sums are those of the changes up to `log_settled`, and triggers keep them
 * right where content leaves; the changes after it, which are few, are summed up when asked (`state_tail`). So the sums are
 * right after any crash, and a change does not write to them. Beside them the limits a person set, and up to when each schema
 * was cleared of what expired.
 */
const size = (row: string): string =>
  // Its ops, and about so much beside them: header, hash and indexes.
  `(128 + coalesce(length(${row}.ops), 0))`

export const up = `
CREATE TABLE state_space (
  schema INTEGER PRIMARY KEY,
  changes INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE state_limits (
  log INTEGER PRIMARY KEY REFERENCES state_logs (id),
  bytes INTEGER NOT NULL
) STRICT;

-- Up to this moment (ms since 1970) what expired was cleared: it stays away when the clock goes back.
CREATE TABLE state_low_water (
  schema INTEGER PRIMARY KEY,
  ms INTEGER NOT NULL
) STRICT;

INSERT INTO state_space (schema, changes, bytes)
  SELECT o.schema, count(*), sum(${size('c')}) FROM changes c JOIN log_objects o ON o.id = c.object
  WHERE c.position <= (SELECT position FROM log_settled) GROUP BY o.schema;

CREATE VIEW state_tail AS
  SELECT o.schema, s.view_name AS view, count(*) AS changes, sum(${size('c')}) AS bytes, sum(c.grew) AS grew
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

CREATE TRIGGER changes_get_smaller AFTER UPDATE OF ops ON changes
WHEN NEW.position <= (SELECT position FROM log_settled) BEGIN
  UPDATE state_space SET bytes = bytes + ${size('NEW')} - ${size('OLD')}
  WHERE schema = (SELECT schema FROM log_objects WHERE id = NEW.object);
END;
CREATE TRIGGER changes_give_space_back AFTER DELETE ON changes
WHEN OLD.position <= (SELECT position FROM log_settled) BEGIN
  UPDATE state_space SET changes = changes - 1, bytes = bytes - ${size('OLD')}
  WHERE schema = (SELECT schema FROM log_objects WHERE id = OLD.object);
END;
`
