/** Look-ups of changes by object, hash and origin, and sums over them: written for many changes at once. */
import type { Statements } from '../base/statements.ts'

/** Sums over the changes of a schema that aren't indexed. */
interface Tail {
  readonly schema: number
  readonly view: string
  readonly changes: number
  readonly bytes: number
  readonly grew: number
}

/** Indexes the changes after a position, and adds them to the sums. */
export const indexAfter = (statement: Statements, after: number): void => {
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
    if (grew !== 0) statement('UPDATE state_view_totals SET bytes = bytes + ? WHERE view = ?').run(grew, view)
  }
}

/** The same for a single change that is older than those that aren't indexed; its sums: `count`. */
export const indexOne = (statement: Statements, position: number): void => {
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

/** Takes a change out of the look-ups, before it gets another position. */
export const unindex = (statement: Statements, position: number): void => {
  statement(
    'DELETE FROM change_objects WHERE position = $position AND object = (SELECT object FROM changes WHERE position = $position)',
  ).run({ position })
  statement(
    'DELETE FROM change_hashes WHERE position = $position AND prefix = (SELECT substr(hash, 1, 4) FROM changes WHERE position = $position)',
  ).run({ position })
}

/** Adds a single change to the sums. */
export const count = (statement: Statements, position: number): void => {
  statement(
    `INSERT INTO state_space (schema, changes, bytes)
     SELECT o.schema, 1, 128 + coalesce(length(c.ops), 0) FROM changes c JOIN log_objects o ON o.id = c.object
     WHERE c.position = ?
     ON CONFLICT (schema) DO UPDATE SET changes = changes + excluded.changes, bytes = bytes + excluded.bytes`,
  ).run(position)
}
