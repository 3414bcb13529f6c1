/** The table `changes`: writes many rows at once, and knows which of them are indexed. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import { count, indexAfter, indexOne, unindex } from './change-index.ts'

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

/** A row of `changes` without its position, in the order of the columns. */
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

/** How many changes come between two indexings: few enough to be scanned at a look-up by hash or origin. */
const MAX_UNINDEXED = 4096
/** The same if they are scanned after each change. */
const FEW = 32

/** A change's position and writer. */
export interface UnindexedChange {
  readonly position: number
  readonly writer: number
  readonly seq: number
}

/**
 * Rows of `changes`, and data derived from them: heads, look-ups by object, hash and origin, and sums. These are written for many
 * changes at once (deferred indexing), since writing them with each would cost more than the change itself, a quarter of an update (bench: durable update of
 * one field); pending ones are found in the changes after `upTo`. All in the transaction of a change, so that they match the
 * changes after any crash.
 */
export interface ChangeTable {
  /** Writes a row at once; gives its position. */
  put(row: ChangeRow): number
  /** Writes it with those that come after it, at the latest when asked to; gives its position. The caller holds the transaction. */
  putLater(row: ChangeRow): number
  /** Writes a row among others, at a free position. The caller holds the transaction. */
  putAt(position: number, row: ChangeRow): void
  /** Gives a change that others of its object may depend on another, free position. The caller holds the transaction. */
  move(from: number, to: number): void
  /** Writes pending rows. To be called before reading them by SQL. */
  flush(): void
  /** Changes up to this position are indexed. */
  upTo(): number
  /** The change was put, and it is its writer's last one. */
  stored(change: UnindexedChange, object: number): void
  /** An object's changes that aren't indexed yet, by position. */
  tailOf(object: number): readonly UnindexedChange[]
  /**
   * Keeps their number small, for a transaction of another room, in which nothing is cached. The caller holds the
   * transaction.
   */
  keepFew(): void
  /** Indexes everything. The caller holds the transaction. */
  indexAll(): void
  /** After changes were removed, because their positions are reused. */
  removed(): void
  /** After a transaction that failed, or rows that were removed. */
  forget(): void
}

const NONE: readonly UnindexedChange[] = []

type UnindexedRow = readonly [object: number, position: number, writer: number, seq: number]

/** `flushHeads` writes the last change of each writer, which has to be on the disk with the indexed rows. */
export const createChangeTable = (
  db: Database,
  statement: Statements,
  flushHeads: () => void,
): ChangeTable => {
  const row = `(?${', ?'.repeat(COLUMNS.length - 1)})`
  const insert = `INSERT INTO changes (${COLUMNS.join(', ')}) VALUES ${row}`
  const one = db.prepare(insert)
  const several = `${insert}${`, ${row}`.repeat(TOGETHER - 1)}`
  /** The values of the rows that wait, one row after the other. */
  let waiting: unknown[] = []
  /** Position of the next one; null if others may have written since. */
  let next: number | null = null

  const lastPosition = (): number =>
    Number(statement('SELECT coalesce(max(position), 0) FROM changes').pluck().get())

  const flush = (): void => {
    const values = waiting
    waiting = []
    if (values.length === TOGETHER * COLUMNS.length) statement(several).run(...values)
    else
      for (let n = 0; n < values.length; n += COLUMNS.length) one.run(...values.slice(n, n + COLUMNS.length))
  }

  let known: number | null = null
  let last = 0
  /** By object; null until needed. */
  let tail: Map<number, UnindexedChange[]> | null = null

  const upTo = (): number => (known ??= Number(statement('SELECT position FROM log_settled').pluck().get()))

  const tailOf: ChangeTable['tailOf'] = (object) => {
    if (tail === null) {
      flush()
      tail = new Map()
      const rows = statement(
        'SELECT object, position, writer, seq FROM changes WHERE position > ? ORDER BY position',
      )
      for (const [object, position, writer, seq] of rows.raw().all(upTo()) as UnindexedRow[])
        keep(tail, object, { position, writer, seq })
    }
    return tail.get(object) ?? NONE
  }

  const keep = (into: Map<number, UnindexedChange[]>, object: number, change: UnindexedChange): void => {
    const known = into.get(object)
    if (known === undefined) into.set(object, [change])
    else known.push(change)
  }

  const indexAll = (): void => {
    flush()
    flushHeads()
    indexAfter(statement, upTo())
    place()
  }

  const place = (): void => {
    statement('UPDATE log_settled SET position = (SELECT coalesce(max(position), 0) FROM changes)').run()
    known = null
    tail = null
  }

  return {
    put: (values) => {
      flush()
      next = null
      // SQLite gives the one after the last.
      return Number(one.run(null, ...values).lastInsertRowid)
    },
    putAt: (position, values) => {
      flush()
      one.run(position, ...values)
      tail = null
      if (position > upTo()) return
      indexOne(statement, position)
      count(statement, position)
    },
    move: (from, to) => {
      flush()
      const wasIndexed = from <= upTo()
      if (wasIndexed) unindex(statement, from)
      statement('UPDATE changes SET position = ? WHERE position = ?').run(to, from)
      statement('UPDATE state_evictions SET position = ? WHERE position = ?').run(to, from)
      tail = null
      next = null
      if (to > upTo()) return
      indexOne(statement, to)
      if (!wasIndexed) count(statement, to)
    },
    putLater: (values) => {
      const position = next ?? lastPosition() + 1
      next = position + 1
      waiting.push(position, ...values)
      if (waiting.length === TOGETHER * COLUMNS.length) flush()
      return position
    },
    flush,
    upTo,
    tailOf,
    stored: (change, object) => {
      last = change.position
      if (tail !== null) keep(tail, object, change)
      if (last - upTo() >= MAX_UNINDEXED) indexAll()
    },
    keepFew: () => {
      if (last - upTo() >= FEW) indexAll()
    },
    indexAll,
    removed: () => {
      for (const table of ['change_hashes', 'change_objects'])
        statement(`DELETE FROM ${table} WHERE position NOT IN (SELECT position FROM changes)`).run()
      place()
    },
    forget: () => {
      waiting = []
      next = null
      known = null
      tail = null
      last = 0
    },
  }
}
