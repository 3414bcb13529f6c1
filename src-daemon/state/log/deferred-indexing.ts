/**
 * Indexes and sums of changes, written for many changes at once: a quarter of an update (bench: durable update of one
 * field).
 */
import type { Statements } from '../base/statements.ts'

/** Changes between two indexings: few enough to scan for a look-up by hash or origin. */
const MAX_UNINDEXED = 4096
/** The same where they are scanned after each change. */
const FEW = 32

/** A change's position and writer. */
export interface UnindexedChange {
  readonly position: number
  readonly writer: number
  readonly seq: number
}

/**
 * Heads, indexes by object, hash and origin, and sums are derived from the changes. They are written for many changes
 * at once, since writing them with each would cost more than the change itself; what isn't written yet is found by
 * scanning the changes after `upTo`. All in the transaction of a change, so that they match the changes after any
 * crash.
 */
export interface DeferredIndexing {
  /** Changes up to this position are indexed. */
  upTo(): number
  /** Call after a change of the object was stored. */
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

/** `rows` writes the queued changes, `all` the heads too. */
export const createDeferredIndexing = (
  statement: Statements,
  flush: { readonly rows: () => void; readonly all: () => void },
): DeferredIndexing => {
  let known: number | null = null
  let last = 0
  /** By object; null until needed. */
  let tail: Map<number, UnindexedChange[]> | null = null

  const upTo = (): number => (known ??= Number(statement('SELECT position FROM log_settled').pluck().get()))

  const tailOf: DeferredIndexing['tailOf'] = (object) => {
    if (tail === null) {
      flush.rows()
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
    flush.all()
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

  const place = (): void => {
    statement('UPDATE log_settled SET position = (SELECT coalesce(max(position), 0) FROM changes)').run()
    known = null
    tail = null
  }

  return {
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
      known = null
      tail = null
      last = 0
    },
  }
}
