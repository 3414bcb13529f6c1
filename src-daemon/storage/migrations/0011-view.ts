import type { Database } from 'better-sqlite3'

/**
 * Views get columns for keys, conflicts and expiry, tables of list elements and of words, and totals that are kept up with
 * each write. What a view holds follows from the log, so the old tables go, and state makes each again when it is opened and
 * finds it missing.
 */
export const up = (db: Database): void => {
  db.exec(`CREATE TABLE state_view_totals (
    view TEXT NOT NULL PRIMARY KEY,
    objects INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    conflicts INTEGER NOT NULL DEFAULT 0,
    invalid INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID`)
  for (const name of db.prepare('SELECT view_name FROM state_schemas').pluck().all())
    db.exec(`DROP TABLE IF EXISTS "${String(name)}"`)
}
