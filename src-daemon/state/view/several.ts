import type { JsonObject } from '../json.ts'
import type { Statements } from '../statements.ts'
import { readRow, type Conflicts, type StandingRow } from './rows.ts'

/** So many rows are read with one statement. */
export const TOGETHER = 64
/** Larger objects are read when they are asked for, one by one: together they may not fit into memory. */
const LARGE = 64 * 1024

/** By their place among the ids asked for. */
const readOf = (name: string): string =>
  `SELECT j.key, v.row, v.number, v.id, v.log, v.deleted, v.expires_at, v.conflicts, v.invalid,
     iif(octet_length(v.object) > ${String(LARGE)}, NULL, v.object)
   FROM json_each(+?) j CROSS JOIN ${name} v ON v.id = j.value`

type RawRow = readonly [
  place: number,
  row: number,
  number: number,
  id: string,
  log: number,
  deleted: number,
  expiresAt: number | null,
  conflicts: string | null,
  invalid: string | null,
  object: string | null,
]

/** The rows of objects as they stand, `TOGETHER` of them at a time; by place, null where there is none. */
export const readRows = (
  statement: Statements,
  name: string,
  ids: readonly string[],
): ((place: number) => StandingRow | null) => {
  const found: (StandingRow | null | undefined)[] = []
  // The table is STRICT and its columns are ours.
  for (const raw of statement(readOf(name)).raw().all(JSON.stringify(ids)) as RawRow[])
    found[raw[0]] = standingOf(raw)
  return (place) => {
    const row = found[place]
    return row === null ? readRow(statement, name, ids[place] ?? '') : (row ?? null)
  }
}

/** Null where the object was not read. */
const standingOf = ([
  ,
  row,
  number,
  id,
  log,
  deleted,
  expiresAt,
  conflicts,
  invalid,
  object,
]: RawRow): StandingRow | null =>
  object === null
    ? null
    : {
        row,
        number,
        id,
        log,
        deleted: deleted === 1,
        expiresAt,
        conflicts: conflicts === null ? null : (JSON.parse(conflicts) as Conflicts),
        invalid,
        object: JSON.parse(object) as JsonObject,
        bytes: Buffer.byteLength(object),
      }
