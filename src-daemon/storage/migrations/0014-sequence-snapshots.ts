/**
 * A text or list as one saved Automerge document, so that editing it after a restart does not begin with all its edits.
 * Nothing is in it that the log does not say, and what is purged from the log leaves with it, whoever purges.
 */
export const up = `
-- path: names as a JSON list. position: the last change it holds. base: which write put the text there.
-- hash: SHA-256 of the document, which body is compressed from.
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
`
