import type { Statements } from '../base/statements.ts'

const KEY = 'purged'

/**
 * Notes that content was purged, within the transaction that does it: what SQLite still keeps of it elsewhere goes in the
 * background (lifecycle/scrub.ts), also after a crash.
 */
export const notePurged = (statement: Statements): void => {
  statement(
    `INSERT INTO state_meta (key, value) VALUES ('${KEY}', randomblob(8)) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run()
}

/** What `notePurged` noted last; null when there is nothing left to do. */
export const lastPurged = (statement: Statements): unknown =>
  statement(`SELECT value FROM state_meta WHERE key = '${KEY}'`).pluck().get() ?? null

/** Nothing is left to do, unless more was purged since `seen`. */
export const clearPurged = (statement: Statements, seen: unknown): void => {
  statement(`DELETE FROM state_meta WHERE key = '${KEY}' AND value = ?`).run(seen)
}
