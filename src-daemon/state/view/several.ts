import type { Statements } from '../statements.ts'
import { readRow, rowOf, VIEW_COLUMNS, type ViewRow } from './rows.ts'

/** So many rows are read with one statement. */
export const TOGETHER = 64
/** Larger objects are read when they are asked for, one by one: together they may not fit into memory. */
const LARGE = 64 * 1024

const COLUMNS = VIEW_COLUMNS.replace(/object$/, `iif(octet_length(object) > ${String(LARGE)}, NULL, object)`)
const PLACES = `?${', ?'.repeat(TOGETHER - 1)}`

/** The rows of objects, at most `TOGETHER` of them: what `readRow` gives for each. */
export const readRows = (
  statement: Statements,
  name: string,
  ids: readonly string[],
): ((id: string) => ViewRow | null) => {
  const places: (string | null)[] = [...ids]
  while (places.length < TOGETHER) places.push(null)
  const found = new Map<string, ViewRow | null>()
  for (const raw of statement(`SELECT ${COLUMNS} FROM ${name} WHERE id IN (${PLACES})`)
    .raw()
    .all(places) as RawRow[]) {
    found.set(raw[2], raw.at(-1) === null ? null : rowOf(raw))
  }
  return (id) => {
    const row = found.get(id)
    return row === null ? readRow(statement, name, id) : (row ?? null)
  }
}

type RawRow = readonly [row: number, number: number, id: string, ...others: unknown[]]
