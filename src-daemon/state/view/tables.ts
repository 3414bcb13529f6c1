import { sha256 } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import { modelName } from '../schema/uri.ts'
import type { Shape } from '../schema/shape.ts'
import { type Comparison, indexDirection, viewColumnsOf } from './columns.ts'

/** A table name that is safe, readable in a SQLite shell, and unique per Schema URI. */
export const viewNameOf = (uri: string): string => {
  const slug = modelName(uri)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 32)
  return `view_${slug}_${sha256(uri).toString('hex', 0, 6)}`
}

/** Whether it can be one of ours: statements contain it, and a database may have been written by somebody else. */
export const isViewName = (name: string): boolean => /^view_[a-z0-9_]{1,100}$/.test(name)

/** The index of a key column. */
export const indexNameOf = (view: string, column: string): string => `${view}_${column}`

/** The table of list elements: by value, so that `$contains` is a look-up. */
export const memberTableOf = (view: string): string => `${view}_members`

/** The word index of `$text`. */
export const wordTableOf = (view: string): string => `${view}_words`

/**
 * Creates the tables of a schema's view: the objects as JCS text, a column and an index for each scalar marked
 * `x-index`, and if the schema asks for them the elements of lists and the words of texts.
 *
 * Keys are real columns, not generated ones: they cost 25 bytes a row each, and spare SQLite parsing the old and the
 * new object at each write, which halves the cost of an update. Indexes only contain rows that aren't deleted.
 */
export const createViewTable = (db: Database, name: string, shape: Shape): void => {
  const { keys, members, search } = viewColumnsOf(shape)
  db.exec(`
    CREATE TABLE ${name} (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      log INTEGER NOT NULL REFERENCES state_logs (id),
      version BLOB NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      expires_at INTEGER,
      conflicts TEXT,
      invalid TEXT,
      ${keys.map(({ column, kind }) => `${column} ${SQL_TYPES[kind]},`).join(' ')}
      object TEXT NOT NULL,
      number INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX ${name}_expiry ON ${name} (expires_at) WHERE expires_at IS NOT NULL;
    ${keys
      .map(
        ({ column, kind }) =>
          `CREATE INDEX ${indexNameOf(name, column)} ON ${name} (${column}, id${indexDirection({ kind }) === 'asc' ? '' : ' DESC'}) WHERE deleted = 0;`,
      )
      .join('\n')}
    ${totalsTriggers(name)}
  `)
  if (members.length > 0)
    db.exec(`CREATE TABLE ${memberTableOf(name)} (
      list INTEGER NOT NULL, value ANY NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (list, value, row)
    ) STRICT, WITHOUT ROWID`)
  // Only the word index is stored: the texts are in the objects.
  if (search.length > 0)
    db.exec(
      `CREATE VIRTUAL TABLE ${wordTableOf(name)} USING fts5 (${search.map(({ column }) => column).join(', ')},
       content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0')`,
    )
}

/** Drops what `createViewTable` created; doesn't fail if parts are missing. */
export const dropViewTable = (db: Database, name: string): void => {
  db.exec(`DROP TABLE IF EXISTS ${name}; DROP TABLE IF EXISTS ${memberTableOf(name)};
    DROP TABLE IF EXISTS ${wordTableOf(name)}; DELETE FROM state_view_totals WHERE view = '${name}'`)
}

const SQL_TYPES: Readonly<Record<Comparison, string>> = {
  text: 'TEXT',
  instant: 'TEXT',
  number: 'REAL',
  boolean: 'INTEGER',
  mixed: 'ANY',
}

/**
 * Counts and sizes are kept up by the database itself, so they are right after any crash. The one statement that does not name
 * `deleted`, `conflicts` and `invalid` is that of an update whose change says how much the object grew (`changes.grew`): those
 * are summed up when asked, and from time to time (log/change-table.ts).
 */
const totalsTriggers = (name: string): string => {
  const of = (row: 'new' | 'old', sign: '+' | '-') => ({
    objects: `${sign} (${row}.deleted = 0)`,
    bytes: `${sign} iif(${row}.deleted = 0, octet_length(${row}.object), 0)`,
    conflicts: `${sign} (${row}.deleted = 0 AND ${row}.conflicts IS NOT NULL)`,
    invalid: `${sign} (${row}.deleted = 0 AND ${row}.invalid IS NOT NULL)`,
  })
  const change = (...sides: ReturnType<typeof of>[]): string =>
    `UPDATE state_view_totals SET ${(['objects', 'bytes', 'conflicts', 'invalid'] as const)
      .map((what) => `${what} = ${what} ${sides.map((side) => side[what]).join(' ')}`)
      .join(', ')} WHERE view = '${name}';`
  return `
    INSERT INTO state_view_totals (view) VALUES ('${name}');
    CREATE TRIGGER ${name}_inserted AFTER INSERT ON ${name} BEGIN ${change(of('new', '+'))} END;
    CREATE TRIGGER ${name}_removed AFTER DELETE ON ${name} BEGIN ${change(of('old', '-'))} END;
    CREATE TRIGGER ${name}_updated AFTER UPDATE OF deleted, conflicts, invalid ON ${name}
      WHEN octet_length(new.object) <> octet_length(old.object) OR new.deleted <> old.deleted
        OR (new.conflicts IS NULL) <> (old.conflicts IS NULL) OR (new.invalid IS NULL) <> (old.invalid IS NULL)
      BEGIN ${change(of('new', '+'), of('old', '-'))} END;`
}
