import BetterSqlite3, { type Database } from 'better-sqlite3'
import type { NamedRow } from './columns.ts'

/** Rows that were copied, and rows that could be read and were refused: damaged, or belonging to something lost. */
export interface Copied {
  readonly kept: number
  readonly refused: number
}

/** Copies rows into a table of `db`, one by one: what breaks a rule of the table is left out. The caller holds the transaction. */
export const copyRows = (db: Database, table: string, rows: Iterable<NamedRow>): Copied => {
  const inserts = new Map<string, BetterSqlite3.Statement>()
  let kept = 0
  let refused = 0
  for (const row of rows) {
    const names = Object.keys(row)
    const columns = names.join(', ')
    const insert =
      inserts.get(columns) ??
      db.prepare(`INSERT INTO ${table} (${columns}) VALUES (?${', ?'.repeat(names.length - 1)})`)
    inserts.set(columns, insert)
    if (isTaken(() => insert.run(...Object.values(row)))) kept += 1
    else refused += 1
  }
  return { kept, refused }
}

const isTaken = (insert: () => unknown): boolean => {
  try {
    insert()
    return true
  } catch (thrown) {
    // Not an error of the disk.
    if (
      thrown instanceof BetterSqlite3.SqliteError &&
      /^SQLITE_(CONSTRAINT|ERROR|MISMATCH)/.test(thrown.code)
    )
      return false
    throw thrown
  }
}

interface ForeignKey {
  readonly table: string
  readonly from: string
  readonly to: string
}

/**
 * Removes rows that refer to what isn't there, and references that may be missing; as often as that leaves others behind.
 * Returns how many rows went, by table.
 */
export const dropOrphans = (db: Database, tables: readonly string[]): ReadonlyMap<string, number> => {
  const gone = new Map<string, number>()
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const table of tables)
      for (const key of db.pragma(`foreign_key_list('${table}')`) as ForeignKey[]) {
        const orphaned = `${key.from} IS NOT NULL AND ${key.from} NOT IN (SELECT ${key.to} FROM ${key.table})`
        const isOptional =
          (db.pragma(`table_info('${table}')`) as { name: string; notnull: number }[]).find(
            ({ name }) => name === key.from,
          )?.notnull === 0
        const { changes } = db
          .prepare(
            isOptional
              ? `UPDATE ${table} SET ${key.from} = NULL WHERE ${orphaned}`
              : `DELETE FROM ${table} WHERE ${orphaned}`,
          )
          .run()
        if (changes === 0 || isOptional) continue
        isMoving = true
        gone.set(table, (gone.get(table) ?? 0) + changes)
      }
  }
  return gone
}
