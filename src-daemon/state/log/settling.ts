import type { Statements } from '../statements.ts'

/** Changes that come between two times of settling: few enough to be gone through at each look-up. */
const MOST_UNSETTLED = 1024
/** As many where they are gone through again after each change. */
const FEW = 32

/**
 * Heads, look-ups by hash and origin, and sums follow from the changes. They are written for many changes at once, since
 * writing them with each would cost more than the change itself; what is not written yet is found in the changes after `upTo`. All in
 * the transaction of a change, so that they say what the changes say after any crash.
 */
export interface Settling {
  /** Changes up to this position are settled. */
  upTo(): number
  /** A change was stored there. */
  stored(position: number): void
  /** Leaves few of them, for a transaction of others in which nothing is remembered. The caller holds the transaction. */
  keepFew(): void
  /** Settles everything. The caller holds the transaction. */
  settle(): void
  /** After changes were removed: their positions are given again. */
  removed(): void
  forget(): void
}

/** `flush` writes the heads. */
export const createSettling = (statement: Statements, flush: () => void): Settling => {
  let known: number | null = null
  let last = 0

  const upTo = (): number => (known ??= Number(statement('SELECT position FROM log_settled').pluck().get()))

  const settle = (): void => {
    const after = upTo()
    // In the order of the table: neighbours go to one page.
    statement(
      'INSERT INTO change_hashes (prefix, position) SELECT substr(hash, 1, 4), position FROM changes WHERE position > ? ORDER BY 1',
    ).run(after)
    statement(
      'INSERT OR IGNORE INTO change_origins (origin, block) SELECT DISTINCT origin, position >> 8 FROM changes WHERE position > ?',
    ).run(after)
    statement(
      `INSERT INTO state_space (schema, changes, bytes) SELECT schema, changes, bytes FROM state_tail WHERE true
       ON CONFLICT (schema) DO UPDATE SET changes = changes + excluded.changes, bytes = bytes + excluded.bytes`,
    ).run()
    statement(
      'UPDATE state_view_totals SET bytes = state_view_totals.bytes + t.grew FROM state_tail t WHERE t.view = state_view_totals.view',
    ).run()
    flush()
    place()
  }

  const place = (): void => {
    statement('UPDATE log_settled SET position = (SELECT coalesce(max(position), 0) FROM changes)').run()
    known = null
  }

  return {
    upTo,
    stored: (position) => {
      last = position
      if (position - upTo() >= MOST_UNSETTLED) settle()
    },
    keepFew: () => {
      if (last - upTo() >= FEW) settle()
    },
    settle,
    removed: () => {
      statement('DELETE FROM change_hashes WHERE position NOT IN (SELECT position FROM changes)').run()
      place()
    },
    forget: () => {
      known = null
      last = 0
    },
  }
}
