/** Writes rows of `changes`; several rows of others' changes with one statement. */
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

/** A row of `changes` without its position, in column order. */
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

/** Rows per statement; more save nothing. */
const TOGETHER = 16

/** Writes rows of `changes`. Readers have to call `flush` first. */
export interface ChangeRows {
  /** Writes it at once; returns its position. */
  put(row: ChangeRow): number
  /**
   * Writes it together with later ones, at the latest on `flush`; returns its position. The caller holds the
   * transaction.
   */
  putLater(row: ChangeRow): number
  flush(): void
  /** After a failed transaction, or after rows were removed. */
  forget(): void
}

export const createChangeRows = (db: Database, statement: Statements): ChangeRows => {
  const row = `(?${', ?'.repeat(COLUMNS.length - 1)})`
  const insert = `INSERT INTO changes (${COLUMNS.join(', ')}) VALUES ${row}`
  const one = db.prepare(insert)
  const several = `${insert}${`, ${row}`.repeat(TOGETHER - 1)}`
  /** The values of the queued rows, one row after the other. */
  let waiting: unknown[] = []
  /** Position of the next one; null if others may have written since. */
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
      // SQLite assigns the one after the last.
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
