import type { Database } from './open.ts'
import { openEmpty } from './damaged-store.ts'

const made = new Map<number, Database>()

/** An empty database of a format, for comparing. */
const emptyOf = (format: number): Database => {
  const known = made.get(format) ?? openEmpty(':memory:', null, format)
  made.set(format, known)
  return known
}

/**
 * Whether a table, its indexes and its triggers are declared as its format says: SQLite doesn't notice a changed name.
 * Comments don't count. True of tables that no format has.
 */
export const isDeclaredAsMade = (db: Database, table: string): boolean => {
  const format = Number(db.pragma('user_version', { simple: true }))
  const expected = declarationsOf(emptyOf(format), table)
  return expected === '' || declarationsOf(db, table) === expected
}

const declarationsOf = (db: Database, table: string): string => {
  const texts = db
    .prepare('SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? ORDER BY type, name')
    .raw()
    .all(table) as (readonly (string | null)[])[]
  return texts.map((row) => row.map(plain).join(' ')).join('\n')
}

const plain = (sql: string | null): string => (sql ?? '').replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ')
