import type { Statements } from '../base/statements.ts'

const KEY = 'purged'

/**
 * Records that content was purged, within the same transaction: what SQLite still keeps of it elsewhere is removed in
 * the background (lifecycle/scrub.ts), also after a crash.
 */
export const notePurged = (statement: Statements): void => {
  statement(
    `INSERT INTO state_meta (key, value) VALUES ('${KEY}', randomblob(8)) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run()
}

/** The last record of `notePurged`; null if nothing is left to do. */
export const lastPurged = (statement: Statements): unknown =>
  statement(`SELECT value FROM state_meta WHERE key = '${KEY}'`).pluck().get() ?? null

/** Clears the record, unless more was purged since `seen`. */
export const clearPurged = (statement: Statements, seen: unknown): void => {
  statement(`DELETE FROM state_meta WHERE key = '${KEY}' AND value = ?`).run(seen)
}
