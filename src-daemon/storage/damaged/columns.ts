import type { Database } from 'better-sqlite3'
import type { StoredRow, StoredValue } from './records.ts'
import type { Fitting } from './tables.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

/** A row of a table by column names. A row from before a column was added lacks that column. */
export type NamedRow = Readonly<Record<string, StoredValue>>

/** How rows of one table are stored. */
export interface TableColumns extends Fitting {
  /** Null if it doesn't fit. */
  named(row: StoredRow): NamedRow | null
}

/** Our tables in `db`, without SQLite's own. */
export const ordinaryTables = (db: Database): readonly string[] =>
  (db.pragma('table_list') as { schema: string; name: string; type: string }[])
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
    .map(({ name }) => name)

/** How the rows of a table of `db` are stored. */
export const columnsOf = (db: Database, table: string, family: string | null = null): TableColumns => {
  const name = table.replaceAll("'", "''")
  const columns = db.pragma(`table_xinfo('${name}')`) as Column[]
  const isWithoutRowid = (db.pragma(`table_list('${name}')`) as { wr: number }[])[0]?.wr === 1
  const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  // In a table without rowids, the primary key comes first.
  const stored = isWithoutRowid ? [...keys, ...columns.filter(({ pk }) => pk === 0)] : columns
  const [key] = keys
  const alias =
    !isWithoutRowid && keys.length === 1 && key?.type.toUpperCase() === 'INTEGER' ? key.name : null
  // Columns that were added later are missing in older rows.
  const least = stored.findLastIndex(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null) + 1

  const fits: Fitting['fits'] = ({ rowid, values }) =>
    (rowid !== null) === !isWithoutRowid &&
    values.length >= least &&
    values.length <= stored.length &&
    values.every((value, n) => isOf(stored[n] as Column, value, alias))

  return {
    hasRowid: !isWithoutRowid,
    family,
    fits,
    named: (row) => {
      if (!fits(row)) return null
      const named: Record<string, StoredValue> = {}
      for (const [n, value] of row.values.entries()) {
        const { name } = stored[n] as Column
        named[name] = name === alias ? row.rowid : value
      }
      return named
    },
  }
}

const isOf = ({ name, type, notnull }: Column, value: StoredValue, alias: string | null): boolean => {
  if (name === alias) return value === null
  if (value === null) return notnull === 0
  switch (type.toUpperCase()) {
    case 'INTEGER':
    case 'INT':
      return Number.isInteger(value)
    case 'REAL':
      return typeof value === 'number'
    case 'TEXT':
      return typeof value === 'string'
    case 'BLOB':
      return Buffer.isBuffer(value)
    default:
      return true
  }
}
