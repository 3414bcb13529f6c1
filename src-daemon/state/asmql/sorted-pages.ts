/** Further pages of results that had to be sorted as a whole. */
import { z } from 'zod'
import { entriesLeave } from '../view/expiry.ts'
import type { Schema, StateAccess } from '../schema/schema.ts'
import type { Statements } from '../base/statements.ts'
import type { StateObject } from '../../contract/state.ts'
import type { Chooser } from './choose.ts'
import type { Cursors } from './cursor.ts'
import { type FoundRow, positionOf } from './found.ts'
import type { Bound } from './fragment.ts'
import type { Budget } from './meter.ts'
import { filled, type Prepared } from './prepared.ts'
import type { Job, Outcome } from './run.ts'

/** Part of a query's results, and where the next part begins; null with the last one. */
export interface Page {
  readonly items: readonly StateObject[]
  readonly cursor: string | null
}

export interface SortedPagesDeps {
  readonly statement: Statements
  readonly chooser: Chooser
  readonly cursors: Cursors
  readonly budget: Budget
  readonly now: (schema: Schema) => number
  /** Errors: `asmql_cost_exceeded`. */
  readonly run: (access: StateAccess, prepared: Prepared, job: Job) => Promise<Outcome>
  readonly shown: (prepared: Prepared, row: FoundRow) => StateObject
}

export interface SortedPages {
  /**
   * A page of results that no index provides in order. For the second page they are sorted once as a whole, and the
   * order is cached until the next write, so that later pages cost only what they show. Null if there is no order, or
   * if it doesn't show what follows the cursor: then the page is found like the first one.
   */
  page(access: StateAccess, prepared: Prepared, identity: string, offset: number): Promise<Page | null>
}

const orderSchema = z.tuple([z.tuple([z.string()])])

export const createSortedPages = (deps: SortedPagesDeps): SortedPages => {
  const { statement, chooser, cursors, budget, now, run, shown } = deps
  const orders = createOrders(statement)

  const page: SortedPages['page'] = async (access, prepared, identity, offset) => {
    const { schema, query, compiled } = prepared
    const { sorted, keys, heavy } = compiled
    // An explained query runs as if for the first time; and expiry changes results without a write.
    if (sorted === null || query.explain || entriesLeave(schema)) return null
    const after = query.cursor === null ? null : cursors.read(identity, keys, query.cursor)
    const isFurther = offset > 0 || after !== null
    const order =
      orders.find(identity) ?? (heavy && isFurther ? await sortAll(access, prepared, identity) : null)
    if (order === null) return null
    const first = after === null ? offset : placeOf(schema, order, after)
    if (first === null) return null
    const numbers = order.subarray(first, first + query.limit + (after === null ? 1 : 2))
    const found = await rowsOf(access, prepared, numbers)
    if (after !== null) {
      // Reads the previous page's last object again: it must still be in its place.
      const last = found.shift()
      if (last === undefined || !isSame(positionOf(last, keys), after)) return null
    }
    const rows = found.slice(0, query.limit)
    const last = found.length > query.limit ? rows.at(-1) : undefined
    return {
      items: rows.map((row) => shown(prepared, row)),
      cursor: last === undefined ? null : cursors.write(identity, positionOf(last, keys)),
    }
  }

  const sortAll = async (
    access: StateAccess,
    prepared: Prepared,
    identity: string,
  ): Promise<Float64Array | null> => {
    const { schema, compiled, read } = prepared
    if (compiled.sorted === null) return null
    const stamp = orders.stamp()
    const filling = { values: read.values, position: [], now: now(schema), offset: 0 }
    const chosen = chooser.page(schema.view, compiled, filling, budget.rows)
    const steps = [filled(compiled.sorted.all(chosen), filling)]
    const { rows } = await run(access, prepared, { steps, limit: 1, budget, leaving: null })
    const [[json]] = orderSchema.parse(rows)
    // SQLite made it from row numbers.
    const order = Float64Array.from(JSON.parse(json) as number[])
    return orders.keep(identity, stamp, order) ? order : null
  }

  const placeOf = (schema: Schema, order: Float64Array, after: readonly Bound[]): number | null => {
    const row = statement(`SELECT row FROM ${schema.view} WHERE id = ?`).pluck().get(after.at(-1))
    const place = typeof row === 'number' ? order.indexOf(row) : -1
    return place < 0 ? null : place
  }

  const rowsOf = async (
    access: StateAccess,
    prepared: Prepared,
    numbers: Float64Array,
  ): Promise<FoundRow[]> => {
    const { schema, compiled } = prepared
    if (compiled.sorted === null) return []
    const filling = { values: [], position: [JSON.stringify([...numbers])], now: now(schema), offset: 0 }
    const steps = [filled(compiled.sorted.listed, filling)]
    // Its low cost says nothing about sorting.
    const cheap = { ...prepared, compiled: { ...compiled, heavy: false } }
    const { rows } = await run(access, cheap, { steps, limit: numbers.length, budget, leaving: null })
    // What such a step selects.
    return [...rows] as unknown as FoundRow[]
  }

  return { page }
}

const isSame = (a: readonly Bound[], b: readonly Bound[]): boolean => a.every((part, n) => part === b[n])

/** Rows of all orders together: a million takes 8 MB. */
const MAX_ROWS = 2_000_000

/** Results that had to be sorted as a whole, as row numbers, so that further pages are looked up. */
export interface Orders {
  /** The database's current state; a cached order is valid for the same stamp. */
  stamp(): string
  /** Null if there is no valid one. */
  find(query: string): Float64Array | null
  /** Not cached if something was written since `stamp`. */
  keep(query: string, stamp: string, rows: Float64Array): boolean
}

export const createOrders = (statement: Statements): Orders => {
  let known = new Map<string, Float64Array>()
  let countsFor = ''

  /** Any write, here or by another process, may change an order, and finding out costs more than sorting again. */
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
    // The most recently used stays longest.
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
      if (total <= MAX_ROWS || name === query) break
      known.delete(name)
      total -= length
    }
    return true
  }

  return { stamp, find, keep }
}
