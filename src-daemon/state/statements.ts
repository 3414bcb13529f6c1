import type { Statement } from 'better-sqlite3'
import type { Database } from '../storage/index.ts'
import { createRecent } from './recent.ts'

const MOST = 128

/** Prepares a statement once per text; those that were not used of late go when there are too many. */
export const createStatements = (db: Database): ((sql: string) => Statement) => {
  const prepared = createRecent<string, Statement>(MOST)
  return (sql) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
}
export type Statements = ReturnType<typeof createStatements>
