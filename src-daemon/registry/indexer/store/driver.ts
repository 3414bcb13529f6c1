/**
 * What the store needs from a database; SQLite and PostgreSQL each have an implementation. Statements use `?`
 * for values.
 */

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, unknown>>

export interface Sql {
  all(statement: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
  run(statement: string, values?: readonly SqlValue[]): Promise<void>
}

/** The inverted index: the one part that each database implements in its own way. */
export interface TermTable {
  /** Adds and removes documents, and counts the terms. */
  index(sql: Sql, id: number, terms: readonly string[]): Promise<void>
  unindex(sql: Sql, id: number, terms: readonly string[]): Promise<void>
  count(sql: Sql, changes: ReadonlyMap<string, number>): Promise<void>
  match(groups: readonly (readonly string[])[], limit: number): Promise<readonly number[]>
  similar(
    written: string,
    most: number,
  ): Promise<readonly { readonly term: string; readonly distance: number }[]>
}

export interface Driver {
  /** Reads committed data. */
  readonly reader: Sql
  /** One writer at a time; an error rolls it back. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  readonly terms: TermTable
  close(): Promise<void>
}

/**
 * Values for `IN (…)`, with their placeholders; padded to a power of two, so that there are few different
 * statements.
 */
export const listed = (values: readonly SqlValue[]): { marks: string; values: readonly SqlValue[] } => {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  const filler = values.at(-1) ?? null
  const filled = [...values, ...Array<SqlValue>(size - values.length).fill(filler)]
  return { marks: filled.map(() => '?').join(','), values: filled }
}
