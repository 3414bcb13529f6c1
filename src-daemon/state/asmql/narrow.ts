/** Picks the rows of a page by sort keys in memory. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import type { Key } from '../view/columns.ts'
import { NO_RANK, rankOf, sortKeysOf } from '../view/sort-keys.ts'
import type { Access } from './access.ts'
import { bind, type Filling, type Prepared } from './prepared.ts'
import type { Step } from './run.ts'

/** Fewer rows are looked up as fast individually; more aren't read at once. */
const LEAST_ROWS = 100
const MAX_ROWS = 3000
/** Rows that tie at the rank where the page ends are all sorted; with more of them nothing is gained. */
const MAX_TIED = 100

/** Finds the rows of a page by their sort keys in memory; SQL then reads only these. Valid until the next write. */
export interface Narrow {
  /** The same step over the few rows that come first; null if that wouldn't be faster. */
  narrow(prepared: Prepared, access: Access | null, step: Step, filling: Filling, wanted: number): Step | null
  /** Whether another process has written since: the narrowed rows may then be incomplete. */
  isStale(): boolean
}

export const createNarrow = (db: Database, statement: Statements): Narrow => {
  const keys = sortKeysOf(db)
  let version: unknown = null

  const isStale = (): boolean => {
    const now = statement('PRAGMA data_version').pluck().get()
    const isSame = now === version
    version = now
    if (!isSame) keys.forget()
    return !isSame
  }

  const narrow: Narrow['narrow'] = (prepared, access, { metered }, filling, wanted) => {
    const { schema, compiled, query } = prepared
    // An open transaction may be rolled back; and an explained query runs as if for the first time.
    if (access === null || compiled.heavy || query.explain || db.inTransaction) return null
    const { position } = filling
    const resume = position.length === 0 ? null : position.slice(0, -1).map((key) => key === null)
    const narrowed = compiled.narrowed(access, resume)
    if (narrowed === null) return null
    const { step, column } = narrowed
    const rows = statement(step.rows.text)
      .pluck()
      .all(...bind(step.rows.params, filling), MAX_ROWS + 1) as number[]
    if (rows.length < LEAST_ROWS || rows.length > MAX_ROWS) return null
    isStale()
    const ranks = keys.of(schema.view, column.column, Math.max(...rows))
    if (ranks === null) return null
    const unknown = rows.filter((row) => Number.isNaN(ranks[row]))
    if (unknown.length > 0) {
      const read = statement(step.keys.text).pluck().all(JSON.stringify(unknown)) as Key[]
      // The index names a row that doesn't exist; looking rows up individually skips it.
      if (read.length < unknown.length) return null
      for (const [n, row] of unknown.entries()) ranks[row] = rankOf(read[n] ?? null)
    }
    const downwards = query.order[0]?.direction === 'desc'
    const after = resume === null ? null : rankOf(position[0] ?? null)
    const first = firstOf(rows, ranks, { downwards, after, wanted })
    if (first.length > wanted + MAX_TIED) return null
    const list = { ...filling, position: [position[0] ?? null, position[1] ?? null, JSON.stringify(first)] }
    const page = { text: step.page.text, params: bind(step.page.params, list) }
    return { metered, indexed: { count: rows.length, rows: page } }
  }

  return { narrow, isStale }
}

/**
 * The rows that can be among the first `wanted` after a rank: those that tie at the last rank, and those that tie with
 * `after`, which may come before it or after.
 */
const firstOf = (
  rows: readonly number[],
  ranks: Float64Array,
  { downwards, after, wanted }: { downwards: boolean; after: number | null; wanted: number },
): number[] => {
  // Missing values come last in both directions.
  const placeOf = (rank: number): number => (downwards && rank !== NO_RANK ? -rank : rank)
  const begin = after === null ? Number.NEGATIVE_INFINITY : placeOf(after)
  const places = new Float64Array(rows.length)
  const later = new Float64Array(rows.length)
  let count = 0
  for (let n = 0; n < rows.length; n++) {
    const place = placeOf(ranks[rows[n] ?? 0] ?? NO_RANK)
    places[n] = place
    if (place > begin) later[count++] = place
  }
  const end = count < wanted ? NO_RANK : later.subarray(0, count).sort()[wanted - 1]
  const first: number[] = []
  for (let n = 0; n < rows.length; n++) {
    const place = places[n] ?? NO_RANK
    if (place >= begin && place <= (end ?? NO_RANK)) first.push(rows[n] ?? 0)
  }
  return first
}
