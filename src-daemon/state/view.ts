import canonicalize from 'canonicalize'
import { z } from 'zod'
import { SatchelError } from '../platform/errors.ts'
import type { Database } from '../storage/index.ts'
import { clockToIso, type Clock } from './clock.ts'
import { toInstant } from './instant.ts'
import { valueAt, type JsonObject } from './json.ts'
import { sha256 } from './log.ts'
import { isDateTime, isIndexed, type Field, type Shape } from './schema-shape.ts'
import { modelName } from './schema-uri.ts'
import { schemaInvalid } from './schema-check.ts'
import type { Statements } from './statements.ts'
import { storedKey } from './asmql/key.ts'

/** 32 MiB of JCS UTF-8 (asm.md 3). */
const MAX_MIB = 32

export interface ViewRow {
  readonly id: string
  readonly log: number
  /** Hash of the last change, hex. */
  readonly version: string
  readonly updatedAt: string
  readonly deleted: boolean
  readonly object: JsonObject
}

export const viewRowSchema = z
  .object({
    id: z.string(),
    log: z.int(),
    version: z.instanceof(Buffer),
    updated_at: z.string(),
    deleted: z.int(),
    object: z.string(),
  })
  .transform(({ id, log, version, updated_at: updatedAt, deleted, object }): ViewRow => ({
    id,
    log,
    version: version.toString('hex'),
    updatedAt,
    deleted: deleted === 1,
    object: JSON.parse(object) as JsonObject,
  }))

/** Columns `viewRowSchema` reads. */
export const VIEW_COLUMNS = 'id, log, version, updated_at, deleted, object'

/** A table name that is safe, readable in a SQLite shell, and unique per Schema URI. */
export const viewNameOf = (uri: string): string => {
  const slug = modelName(uri)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 32)
  return `view_${slug}_${sha256(uri).toString('hex', 0, 6)}`
}

/** Indexed fields of a schema with the column that holds the key of each; by name, since members have no order. */
export const indexedColumns = (shape: Shape): { field: Field; column: string }[] =>
  shape.fields
    .filter(({ place }) => isIndexed(place))
    .map((field) => ({ field, name: field.path.join('.') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ field }, n) => ({ field, column: `x${String(n)}` }))

/** Makes the table of a schema: the object as JCS text, and a generated, indexed column for each `x-index` field. */
export const createViewTable = (db: Database, uri: string, name: string, shape: Shape): void => {
  const indexed = indexedColumns(shape)
  const unsafe = indexed.find(({ field }) => field.path.some((segment) => !/^[\w$-]+$/.test(segment)))
  if (unsafe !== undefined)
    throw schemaInvalid(uri, `${unsafe.field.path.join('.')} has a name that cannot be indexed`)
  const columns = indexed.map(
    ({ field, column }) => `, ${column} ANY GENERATED ALWAYS AS (${storedKey(field)}) VIRTUAL`,
  )
  db.exec(`
    CREATE TABLE ${name} (
      id TEXT NOT NULL PRIMARY KEY,
      log INTEGER NOT NULL REFERENCES state_logs (id),
      version BLOB NOT NULL,
      updated_at TEXT NOT NULL,
      deleted INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      instants TEXT NOT NULL,
      object TEXT NOT NULL
      ${columns.join('')}
    ) STRICT;
    ${indexed.map(({ column }) => `CREATE INDEX ${name}_${column} ON ${name} (log, deleted, ${column}, id);`).join('\n')}
  `)
}

export interface WriteRow {
  readonly id: string
  readonly log: number
  readonly hash: Buffer
  readonly clock: Clock
  readonly deleted: boolean
  readonly object: JsonObject
}

/** Writes the row of an object. Errors: `quota_exceeded`. */
export const putRow = (statement: Statements, name: string, shape: Shape, row: WriteRow): ViewRow => {
  const object = canonicalize(row.object) ?? '{}'
  const bytes = Buffer.byteLength(object)
  if (bytes > MAX_MIB * 1024 * 1024)
    throw new SatchelError('quota_exceeded', {
      params: { limit: MAX_MIB },
      details: { bytes, limit: MAX_MIB * 1024 * 1024 },
    })
  const updatedAt = clockToIso(row.clock)
  statement(
    `INSERT INTO ${name} (id, log, version, updated_at, deleted, bytes, instants, object) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at, deleted = excluded.deleted,
       bytes = excluded.bytes, instants = excluded.instants, object = excluded.object`,
  ).run(
    row.id,
    row.log,
    row.hash,
    updatedAt,
    row.deleted ? 1 : 0,
    bytes,
    instantsOf(shape, row.object),
    object,
  )
  return {
    id: row.id,
    log: row.log,
    version: row.hash.toString('hex'),
    updatedAt,
    deleted: row.deleted,
    object: JSON.parse(object) as JsonObject,
  }
}

/** Declared date-times as instants, by dotted path: text that SQL can compare and index. */
const instantsOf = (shape: Shape, object: JsonObject): string => {
  const instants: Record<string, string> = {}
  for (const { path, place } of shape.fields) {
    if (!isDateTime(place)) continue
    const instant = toInstant(valueAt(object, path))
    if (instant !== null) instants[path.join('.')] = instant
  }
  return JSON.stringify(instants)
}

/** The row of an object, deleted or not; null when there is none. */
export const readRow = (statement: Statements, name: string, id: string): ViewRow | null => {
  const row = statement(`SELECT ${VIEW_COLUMNS} FROM ${name} WHERE id = ?`).get(id)
  return row === undefined ? null : viewRowSchema.parse(row)
}

export const removeRow = (statement: Statements, name: string, id: string): void => {
  statement(`DELETE FROM ${name} WHERE id = ?`).run(id)
}
