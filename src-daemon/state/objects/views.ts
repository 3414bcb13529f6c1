import type { Database } from '../../storage/index.ts'
import { type JsonObject, toJcs } from '../base/json.ts'
import { clockToMs, isoText } from '../base/time.ts'
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewCheck } from '../../contract/state-sync.ts'
import { type Conflicts, dropRow, readRow, type ViewRow, type WriteRow } from '../view/rows.ts'
import { createViewTable, dropViewTable } from '../view/tables.ts'
import type { Statements } from '../base/statements.ts'
import type { OpLog } from '../log/types.ts'
import type { Merging } from './merging.ts'
import type { Schemas } from './schemas.ts'
import type { Transactions } from './transactions.ts'

const MAX_DIFFERENCES = 100
/** Objects read and held at a time. */
const PAGE = 500
/** Objects compared at a time in the background. */
const PART = 100

type Difference = ViewCheck['differences'][number]

/** The views according to the logs. */
export interface Views {
  /** Rebuilds every view in one transaction. `differences` lists what didn't match the logs before. */
  rebuild(): ViewCheck
  /** Compares every view with the logs and changes nothing. */
  check(): ViewCheck
  /** Compares the objects of a schema with numbers after `after`, a few at a time; `last` null: those were the last. */
  checkPart(
    schema: Schema,
    after: number,
  ): { readonly last: number | null; readonly differences: readonly Difference[] }
  /** Rewrites the rows of these objects from the log. */
  mend(objects: readonly Pick<Difference, 'schemaUri' | 'objectId'>[]): void
  /** Creates and fills missing views, after a change of their format. */
  fillMissing(): void
}

export interface ViewsDeps {
  readonly db: Database
  readonly statement: Statements
  readonly schemas: Schemas
  readonly log: OpLog
  readonly transactions: Transactions
  readonly merge: Merging
}

export const createViews = ({ db, statement, schemas, log, transactions, merge }: ViewsDeps): Views => {
  const rebuild: Views['rebuild'] = () =>
    transactions.atomically(() => {
      const found = check()
      for (const schema of schemas.all()) fill(schema)
      return found
    })

  const fill = (schema: Schema): void => {
    // Its totals are rebuilt with it, and must not count changes twice.
    log.indexAll()
    dropViewTable(db, schema.view)
    createViewTable(db, schema.view, schema.shape)
    for (const ids of pages(idsInLog(schema))) merge.rebuild(schema, ids)
  }

  const check: Views['check'] = () => {
    const differences: Difference[] = []
    let objects = 0
    for (const schema of schemas.all())
      for (const difference of differencesOf(schema)) {
        objects += 1
        if (difference !== null && differences.length < MAX_DIFFERENCES) differences.push(difference)
      }
    const changes = statement('SELECT count(*) FROM changes').pluck().get()
    return {
      ok: differences.length === 0,
      schemas: schemas.all().length,
      objects,
      changes: Number(changes),
      differences,
    }
  }

  /** One for each object that is in the view or should be; null if it matches. */
  const differencesOf = function* (schema: Schema): Iterable<Difference | null> {
    const say = (objectId: string, problem: Difference['problem']): Difference => ({
      schemaUri: schema.uri,
      objectId,
      problem,
    })
    const ids = idsInLog(schema)
    for (const id of ids) {
      const problem = problemOf(schema, id)
      if (problem !== undefined) yield problem && say(id, problem)
    }
    const known = new Set(ids)
    for (const id of statement(`SELECT id FROM ${schema.view} ORDER BY id`).pluck().all() as string[])
      if (!known.has(id)) yield say(id, 'extra')
  }

  /** Null if the row matches the log; undefined if there should be none, and is none. */
  const problemOf = (schema: Schema, id: string): Difference['problem'] | null | undefined => {
    const expected = merge.rowOf(schema, id)
    const row = readRow(statement, schema.view, id)
    if (expected === null && row === null) return undefined
    if (row === null) return 'missing'
    if (expected === null) return 'extra'
    return isSame(row, expected) ? null : 'different'
  }

  const checkPart: Views['checkPart'] = (schema, after) => {
    const rows = statement(
      'SELECT id, object_id FROM log_objects WHERE schema = ? AND id > ? ORDER BY id LIMIT ?',
    ).all(schema.row, after, PART) as { id: number; object_id: ObjectKey }[]
    const differences = rows.flatMap(({ object_id: key }): Difference[] => {
      const objectId = objectIdOf(key)
      const problem = readable(() => problemOf(schema, objectId))
      return problem === null || problem === undefined ? [] : [{ schemaUri: schema.uri, objectId, problem }]
    })
    return { last: rows.length < PART ? null : (rows.at(-1)?.id ?? null), differences }
  }

  const mend: Views['mend'] = (objects) => {
    for (const { schemaUri, objectId } of objects)
      transactions.atomically(() => {
        const schema = schemas.get(schemaUri)
        dropRow(statement, schema.view, schema.shape, objectId)
        merge.rebuild(schema, [objectId])
      })
  }

  const idsInLog = (schema: Schema): string[] => {
    const keys = statement('SELECT object_id FROM log_objects WHERE schema = ? ORDER BY id').pluck()
    return (keys.all(schema.row) as ObjectKey[]).map(objectIdOf)
  }

  const fillMissing: Views['fillMissing'] = () => {
    if (db.readonly) return
    const missing = statement(
      `SELECT schema_uri FROM state_schemas WHERE view_name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'table')`,
    )
      .pluck()
      .all() as string[]
    if (missing.length === 0) return
    transactions.atomically(() => {
      for (const uri of missing) fill(schemas.get(uri))
    })
  }

  return { rebuild, check, checkPart, mend, fillMissing }
}

/** An unreadable row counts as different. */
const readable = <T>(read: () => T): T | 'different' => {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof RangeError) return 'different'
    throw thrown
  }
}

const isSame = (row: ViewRow, expected: WriteRow): boolean =>
  row.number === expected.number &&
  row.version === expected.hash.toString('hex') &&
  row.updatedAt === isoText(clockToMs(expected.clock)) &&
  row.log === expected.log &&
  row.deleted === expected.deleted &&
  row.invalid === (expected.invalid ?? null) &&
  row.expiresAt === (expected.expiresAt ?? null) &&
  toJcs(row.object) === toJcs(expected.object) &&
  sameConflicts(row.conflicts, expected.conflicts ?? null)

/** Independent of the order of the pointers: older rows have them in order of arrival. They are plain JSON, though read-only. */
const sameConflicts = (a: Conflicts | null, b: Conflicts | null): boolean =>
  toJcs((a ?? {}) as JsonObject) === toJcs((b ?? {}) as JsonObject)

const pages = function* (ids: readonly string[]): Iterable<readonly string[]> {
  for (let n = 0; n < ids.length; n += PAGE) yield ids.slice(n, n + PAGE)
}
