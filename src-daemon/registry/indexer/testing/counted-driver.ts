import type { Driver, Sql } from '../store/driver.ts'

/**
 * A driver that counts what is read through it, to verify that work does not grow with the size of the index.
 */
export interface CountedDriver {
  readonly driver: Driver
  /** Rows returned and statements run since the last call. */
  taken(): { readonly rows: number; readonly statements: number }
  /** Every different reading statement. */
  readonly reads: ReadonlySet<string>
}

export const countedDriver = (inner: Driver): CountedDriver => {
  let rows = 0
  let statements = 0
  const reads = new Set<string>()
  const counted = (sql: Sql): Sql => ({
    all: async (statement, values) => {
      const found = await sql.all(statement, values)
      statements += 1
      rows += found.length
      reads.add(statement)
      return found
    },
    run: async (statement, values) => {
      statements += 1
      await sql.run(statement, values)
    },
  })
  return {
    driver: {
      ...inner,
      reader: counted(inner.reader),
      transaction: (work) => inner.transaction((sql) => work(counted(sql))),
    },
    taken: () => {
      const result = { rows, statements }
      rows = 0
      statements = 0
      return result
    },
    reads,
  }
}
