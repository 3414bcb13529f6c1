/** The table `changes`, and the look-ups and sums that follow from it: both written for many changes at once. */
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

/** Sums over the changes of a schema that aren't indexed. */
interface Tail {
  readonly schema: number
  readonly view: string
  readonly changes: number
  readonly bytes: number
  readonly grew: number
}

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
    const after = upTo()
    // In table order, so that neighbours go to one page.
    statement(
      'INSERT INTO change_objects (object, position) SELECT object, position FROM changes WHERE position > ? ORDER BY 1, 2',
    ).run(after)
    statement(
      'INSERT INTO change_hashes (prefix, position) SELECT substr(hash, 1, 4), position FROM changes WHERE position > ? ORDER BY 1',
    ).run(after)
    statement(
      'INSERT OR IGNORE INTO change_origins (origin, block) SELECT DISTINCT origin, position >> 8 FROM changes WHERE position > ?',
    ).run(after)
    // Read once, because it scans the changes and their objects.
    const tails = statement('SELECT schema, view, changes, bytes, grew FROM state_tail').all() as Tail[]
    for (const { schema, view, changes, bytes, grew } of tails) {
      statement(
        `INSERT INTO state_space (schema, changes, bytes) VALUES (?, ?, ?)
         ON CONFLICT (schema) DO UPDATE SET changes = changes + excluded.changes, bytes = bytes + excluded.bytes`,
      ).run(schema, changes, bytes)
      if (grew !== 0)
        statement('UPDATE state_view_totals SET bytes = bytes + ? WHERE view = ?').run(grew, view)
    }
    place()
  }

  /** Of a single change that is older than those that aren't indexed. */
  const index = (position: number): void => {
    statement(
      'INSERT INTO change_objects (object, position) SELECT object, position FROM changes WHERE position = ?',
    ).run(position)
    statement(
      'INSERT INTO change_hashes (prefix, position) SELECT substr(hash, 1, 4), position FROM changes WHERE position = ?',
    ).run(position)
    statement(
      'INSERT OR IGNORE INTO change_origins (origin, block) SELECT origin, position >> 8 FROM changes WHERE position = ?',
    ).run(position)
  }

  const unindex = (position: number): void => {
    statement(
      'DELETE FROM change_objects WHERE position = $position AND object = (SELECT object FROM changes WHERE position = $position)',
    ).run({ position })
    statement(
      'DELETE FROM change_hashes WHERE position = $position AND prefix = (SELECT substr(hash, 1, 4) FROM changes WHERE position = $position)',
    ).run({ position })
  }

  const count = (position: number): void => {
    statement(
      `INSERT INTO state_space (schema, changes, bytes)
       SELECT o.schema, 1, 128 + coalesce(length(c.ops), 0) FROM changes c JOIN log_objects o ON o.id = c.object
       WHERE c.position = ?
       ON CONFLICT (schema) DO UPDATE SET changes = changes + excluded.changes, bytes = bytes + excluded.bytes`,
    ).run(position)
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
      index(position)
      count(position)
    },
    move: (from, to) => {
      flush()
      const wasIndexed = from <= upTo()
      if (wasIndexed) unindex(from)
      statement('UPDATE changes SET position = ? WHERE position = ?').run(to, from)
      statement('UPDATE state_evictions SET position = ? WHERE position = ?').run(to, from)
      tail = null
      next = null
      if (to > upTo()) return
      index(to)
      if (!wasIndexed) count(to)
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
