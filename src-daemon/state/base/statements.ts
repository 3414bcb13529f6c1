/** Prepared statements, one per text. */
import type { Statement } from 'better-sqlite3'
import type { Database } from '../../storage/index.ts'

/** There are few texts; those of updates differ by the columns they name. */
const MAX_PREPARED = 256

/**
 * Prepares a statement once per text, and starts over if there are too many. Readers of rows name their type without checking
 * each: the tables are STRICT, so the SQL determines a row's types.
 */
export const createStatements = (db: Database): ((sql: string) => Statement) => {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const statement = db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
}
export type Statements = ReturnType<typeof createStatements>
