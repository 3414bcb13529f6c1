import type { Statements } from '../base/statements.ts'

/** Rows of all orders together: a million takes 8 MB. */
const MOST_ROWS = 2_000_000

/** Results that had to be sorted as a whole, by the numbers of their rows, so that every further page of one is looked up. */
export interface Orders {
  /** What is there now; an order that is kept with it counts until it is another. */
  stamp(): string
  /** Null where none is known that still counts. */
  find(query: string): Float64Array | null
  /** Not kept where something was written since `stamp`. */
  keep(query: string, stamp: string, rows: Float64Array): boolean
}

export const createOrders = (statement: Statements): Orders => {
  let known = new Map<string, Float64Array>()
  let countsFor = ''

  /** Whatever is written, here or by another program, may change an order, and telling which costs more than sorting again. */
  const stamp = (): string =>
    `${String(statement('PRAGMA data_version').pluck().get())} ${String(statement('SELECT total_changes()').pluck().get())}`

  const forgetOld = (): void => {
    const now = stamp()
    if (now !== countsFor) known = new Map()
    countsFor = now
  }

  const find: Orders['find'] = (query) => {
    forgetOld()
    const rows = known.get(query)
    if (rows === undefined) return null
    // The one that is used stays longest.
    known.delete(query)
    known.set(query, rows)
    return rows
  }

  const keep: Orders['keep'] = (query, since, rows) => {
    forgetOld()
    if (since !== countsFor) return false
    known.set(query, rows)
    let total = [...known.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [name, { length }] of known) {
      if (total <= MOST_ROWS || name === query) break
      known.delete(name)
      total -= length
    }
    return true
  }

  return { stamp, find, keep }
}
