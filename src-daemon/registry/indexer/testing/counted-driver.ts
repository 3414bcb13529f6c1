import type { Driver, Sql } from '../store/driver.ts'

/** A driver that notes what is read through it, to see that work does not grow with what is there. */
export interface CountedDriver {
  readonly driver: Driver
  /** Rows that came back and statements that were made since the last time this was asked. */
  taken(): { readonly rows: number; readonly statements: number }
  /** Every different statement that reads. */
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
