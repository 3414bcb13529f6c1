/** Writes rows of `changes`, of others' changes many with one statement. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'

const COLUMNS = [
  'position',
  'writer',
  'seq',
  'object',
  'kind',
  'ms',
  'counter',
  'origin',
  'hash',
  'ops',
  'ops_hash',
  'seen',
  'grew',
] as const

/** What a row of `changes` says beside its position, in the order of the columns. */
export type ChangeRow = readonly [
  writer: number,
  seq: number,
  object: number,
  kind: number,
  ms: number,
  counter: number,
  origin: number,
  hash: Buffer,
  ops: Uint8Array | null,
  opsHash: Uint8Array | null,
  seen: string | null,
  grew: number,
]

/** So many rows go with one statement; more save nothing. */
const TOGETHER = 16

/** Writes rows of `changes`. Who reads them calls `flush` before. */
export interface ChangeRows {
  /** Writes it at once; gives its position. */
  put(row: ChangeRow): number
  /** Writes it with those that come after it, at the latest when asked to; gives its position. The caller holds the transaction. */
  putLater(row: ChangeRow): number
  flush(): void
  /** After a transaction that failed, or rows that were removed. */
  forget(): void
}

export const createChangeRows = (db: Database, statement: Statements): ChangeRows => {
  const row = `(?${', ?'.repeat(COLUMNS.length - 1)})`
  const insert = `INSERT INTO changes (${COLUMNS.join(', ')}) VALUES ${row}`
  const one = db.prepare(insert)
  const several = `${insert}${`, ${row}`.repeat(TOGETHER - 1)}`
  /** The values of the rows that wait, one row after the other. */
  let waiting: unknown[] = []
  /** Position of the next one; null where others may have written since. */
  let next: number | null = null

  const last = (): number => Number(statement('SELECT coalesce(max(position), 0) FROM changes').pluck().get())

  const flush = (): void => {
    const values = waiting
    waiting = []
    if (values.length === TOGETHER * COLUMNS.length) statement(several).run(...values)
    else
      for (let n = 0; n < values.length; n += COLUMNS.length) one.run(...values.slice(n, n + COLUMNS.length))
  }

  return {
    put: (values) => {
      flush()
      next = null
      // SQLite gives the one after the last.
      return Number(one.run(null, ...values).lastInsertRowid)
    },
    putLater: (values) => {
      const position = next ?? last() + 1
      next = position + 1
      waiting.push(position, ...values)
      if (waiting.length === TOGETHER * COLUMNS.length) flush()
      return position
    },
    flush,
    forget: () => {
      waiting = []
      next = null
    },
  }
}
