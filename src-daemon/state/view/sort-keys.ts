/** Sort keys of rows in memory, so that a page is put in order without looking up its rows: a third of the time (bench: page of 20 by an indexed field). */
import type { Database } from '../../storage/index.ts'
import { instantMs } from '../base/time.ts'
import type { Key, KeyColumn } from './columns.ts'

/** Of all columns together: a million takes 8 MB. */
const MAX_RANKS = 2_000_000
/** What a column of a view has no value for. */
export const NO_RANK = Number.POSITIVE_INFINITY

/**
 * What rows sort by, held in memory, so that rows an index gives in another order can be put in order without looking each up: that is
 * nearly all such a page costs. An index of both would be written with every change of the date objects are sorted by.
 */
export interface SortKeys {
  /**
   * Ranks of a column by the number of the row: NaN where it was not read yet, `NO_RANK` where there is no value. Has room for rows up to
   * `last`; null where that is more than is held.
   */
  of(view: string, column: string, last: number): Float64Array | null
  /** What was read of a row counts no more. */
  wrote(view: string, row: number): void
  /** Nor does anything. */
  forget(): void
}

const known = new WeakMap<Database, SortKeys>()

/**
 * Those of a connection. Whatever writes a row with it says so, and nothing is read into them within a transaction, which may be undone. What
 * others write into the file is noticed by `PRAGMA data_version`.
 */
export const sortKeysOf = (db: Database): SortKeys => {
  const made = known.get(db) ?? createSortKeys()
  known.set(db, made)
  return made
}

export const createSortKeys = (most = MAX_RANKS): SortKeys => {
  const views = new Map<string, Map<string, Float64Array>>()
  let total = 0

  const forget = (): void => {
    views.clear()
    total = 0
  }

  const of: SortKeys['of'] = (view, column, last) => {
    const held = views.get(view)?.get(column)
    if (held !== undefined && last < held.length) return held
    const length = Math.ceil((last + 1) * 1.25)
    if (length > most) return null
    if (total + length - (held?.length ?? 0) > most) forget()
    const ranks = new Float64Array(length).fill(Number.NaN)
    const columns = views.get(view) ?? new Map<string, Float64Array>()
    const former = columns.get(column)
    if (former !== undefined) ranks.set(former)
    views.set(view, columns.set(column, ranks))
    total += length - (former?.length ?? 0)
    return ranks
  }

  const wrote: SortKeys['wrote'] = (view, row) => {
    const columns = views.get(view)
    if (columns === undefined) return
    for (const ranks of columns.values()) if (row < ranks.length) ranks[row] = Number.NaN
  }

  return { of, wrote, forget }
}

/** Whether a column has ranks: texts and what is of mixed type share too many of theirs. */
export const isRanked = ({ kind }: Pick<KeyColumn, 'kind'>): boolean =>
  kind === 'instant' || kind === 'number'

/** A number that never sorts otherwise than the key does, though two keys may share one. */
export const rankOf = (key: Key): number => {
  if (typeof key === 'string') return instantMs(key)
  return typeof key === 'number' ? key : NO_RANK
}
