/** Rows that changes refer to by number: recovered from copies, indexes and views if lost. */
import { z } from 'zod'
import {
  copyRows,
  dropOrphans,
  type Database,
  type DamagedStore,
  type NamedRow,
  type StoredValue,
} from '../../storage/index.ts'
import { sha256 } from '../../platform/sha256.ts'
import { objectKey } from '../base/object-key.ts'
import { namesIn } from '../log/stored-ops.ts'
import { isViewName, viewNameOf } from '../view/tables.ts'

/** A schema from another source: a package, or this program. */
export interface KnownSchema {
  readonly title: string
  /** JCS text. */
  readonly body: string
}

const COPIED_ROW = z.record(z.string(), z.union([z.string(), z.number()]))

/** Tables that changes refer to, in the order in which they refer to each other. */
const FOUNDATIONS = [
  'state_logs',
  'state_schemas',
  'log_writers',
  'log_objects',
  'log_sources',
  'log_origins',
  'log_names',
] as const

/** The beginning of the names of views. */
export const VIEWS = 'view_'

/**
 * Restores lost rows that have a copy, are in an index, or follow from something else; every change that refers to them
 * is checked by its hash afterwards. The caller holds the transaction.
 */
export const refillFoundations = (
  db: Database,
  damaged: DamagedStore,
  schemaOf: (uri: string) => KnownSchema | null,
): void => {
  const refill = (table: string, rows: Iterable<NamedRow | null>): void => {
    const has = db.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)
    const missing = function* (): Iterable<NamedRow> {
      for (const row of rows) if (row !== null && has.get(row['id']) === undefined) yield row
    }
    copyRows(db, table, missing())
  }
  dropDamagedSchemas(db)
  nameViews(db)
  const copies = copiesIn(damaged)
  refill('state_logs', copies('state_logs'))
  refill('state_schemas', copies('state_schemas').map(withView))
  refill('log_writers', copies('log_writers').map(atItsStart))
  refill('log_sources', copies('log_sources'))
  refill('state_logs', indexed(damaged, 'sqlite_autoindex_state_logs_1', ['owner', 'scope', 'id']))
  refill('log_sources', indexed(damaged, 'sqlite_autoindex_log_sources_1', ['owner', 'body', 'id']))
  refill('log_objects', indexed(damaged, 'sqlite_autoindex_log_objects_1', ['schema', 'object_id', 'id']))
  refill(
    'log_writers',
    [...indexed(damaged, 'sqlite_autoindex_log_writers_1', ['log', 'actor', 'id'])].map(atItsStart),
  )
  refill('state_schemas', lostSchemas(db, damaged, schemaOf))
  refill('log_objects', objectsInViews(db, damaged))
  refillNames(db)
  dropOrphans(db, FOUNDATIONS)
}

/** Whether the body or its hash is damaged, it can't be distinguished from another schema. */
const dropDamagedSchemas = (db: Database): void => {
  const rows = db.prepare('SELECT id, body, body_hash FROM state_schemas').all() as {
    id: number
    body: string
    body_hash: Buffer
  }[]
  const drop = db.prepare('DELETE FROM state_schemas WHERE id = ?')
  for (const { id, body, body_hash: hash } of rows) if (!sha256(body).equals(hash)) drop.run(id)
}

/** A damaged name would become part of statements; the view is made again from the log. */
const nameViews = (db: Database): void => {
  const rows = db.prepare('SELECT id, schema_uri, view_name FROM state_schemas').all() as {
    id: number
    schema_uri: string
    view_name: string
  }[]
  const name = db.prepare('UPDATE OR REPLACE state_schemas SET view_name = ? WHERE id = ?')
  for (const { id, schema_uri: uri, view_name: view } of rows)
    if (!isViewName(view)) name.run(viewNameOf(uri), id)
}

const indexed = function* (
  damaged: DamagedStore,
  index: string,
  names: readonly string[],
): Iterable<NamedRow> {
  for (const { values } of damaged.indexed(index))
    if (values.length === names.length)
      yield Object.fromEntries(names.map((name, n): [string, StoredValue] => [name, values[n] ?? null]))
}

/** Copies of rows (storage/schema/log-copies.ts), by their table. */
const copiesIn = (damaged: DamagedStore): ((table: string) => readonly NamedRow[]) => {
  const byTable = Map.groupBy(damaged.rows('log_copies'), ({ part }) => part)
  return (table) =>
    (byTable.get(table) ?? [])
      .map(({ id = null, row = null }) => rowIn(id, row))
      .filter((row) => row !== null)
}

/** Null if it is damaged. */
const rowIn = (id: StoredValue, row: StoredValue): NamedRow | null => {
  try {
    const values = COPIED_ROW.safeParse(JSON.parse(String(row)))
    return values.success ? { ...values.data, id } : null
  } catch {
    return null
  }
}

const withView = (row: NamedRow): NamedRow => ({
  ...row,
  view_name: viewNameOf(String(row['schema_uri'])),
  body_hash: sha256(String(row['body'])),
})

/** What it wrote follows from its changes. */
const atItsStart = (row: NamedRow): NamedRow => ({
  ...row,
  ...{ seq: 0, hash: null, ms: -1, counter: 0, base_seq: 0, base_hash: null, told: 0 },
})

const lostSchemas = function* (
  db: Database,
  damaged: DamagedStore,
  schemaOf: (uri: string) => KnownSchema | null,
): Iterable<NamedRow | null> {
  const logOf = db
    .prepare(
      `SELECT w.log FROM log_objects o JOIN changes c ON c.object = o.id JOIN log_writers w ON w.id = c.writer
       WHERE o.schema = ? LIMIT 1`,
    )
    .pluck()
  for (const row of indexed(damaged, 'sqlite_autoindex_state_schemas_1', ['schema_uri', 'id'])) {
    const uri = String(row['schema_uri'])
    const known = schemaOf(uri)
    const log = logOf.get(row['id'])
    if (known === null || typeof log !== 'number') continue
    const { title, body } = known
    yield { ...row, log, view_name: viewNameOf(uri), title, body, body_hash: sha256(body) }
  }
}

const objectsInViews = function* (db: Database, damaged: DamagedStore): Iterable<NamedRow> {
  const schemas = db.prepare('SELECT id, view_name FROM state_schemas').all() as {
    id: number
    view_name: string
  }[]
  for (const { id: schema, view_name: view } of schemas)
    for (const { id, number } of damaged.rows(view))
      if (typeof id === 'string' && typeof number === 'number' && number > 0)
        yield { id: number, schema, object_id: objectKey(id) }
}

/** Names get their numbers in the order of the schema's body. */
const refillNames = (db: Database): void => {
  const lost = db
    .prepare('SELECT id, body FROM state_schemas WHERE id NOT IN (SELECT schema FROM log_names)')
    .all() as { id: number; body: string }[]
  const insert = db.prepare('INSERT INTO log_names (schema, names) VALUES (?, ?)')
  for (const { id, body } of lost) insert.run(id, JSON.stringify(namesIn(body)))
}
