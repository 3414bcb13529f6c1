import type { Statement } from 'better-sqlite3'
import type { Database } from '../storage/index.ts'

const MOST = 256

/** Prepares a statement once per text; the least recently used one goes when there are too many. */
export const createStatements = (db: Database): ((sql: string) => Statement) => {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.delete(sql)
    prepared.set(sql, statement)
    const [oldest] = prepared.keys()
    if (prepared.size > MOST && oldest !== undefined) prepared.delete(oldest)
    return statement
  }
}
export type Statements = ReturnType<typeof createStatements>
