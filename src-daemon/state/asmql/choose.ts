/** Chooses the index a query uses. */
import type { Statements } from '../base/statements.ts'
import type { Access } from './access.ts'
import { bind, type Filling } from './prepared.ts'
import { type Compiled, rangeOf } from './compile.ts'
import { type Bound, PLACE } from './fragment.ts'

/** Statistics are reused for a while: they affect speed, never results. */
const KNOWN_FOR_MS = 5000
const MAX_KNOWN = 1000
const MAX_PROBED = 2000

export interface Chooser {
  /** How to find the rows of a page of `wanted`; null walks the table in order, or reads all of it. */
  page(view: string, compiled: Compiled, filling: Filling, wanted: number): Access | null
  /** The same to count them. */
  count(view: string, compiled: Compiled, filling: Filling): Access | null
}

/**
 * Chooses between the indexes. SQLite can't: it knows neither how many objects have this very value nor that a page
 * ends after a few. Walking `total` objects in order meets `matching` ones every `total / matching` steps, so a page
 * costs `wanted * total / matching`; sorting all matches costs `matching`. Up to the root of `wanted * total` matches,
 * sorting is cheaper.
 */
export const createChooser = (
  statement: Statements,
  now: () => number = () => performance.now(),
): Chooser => {
  const known = new Map<string, { value: number; until: number }>()

  const remember = (name: string, read: () => number): number => {
    const at = now()
    const entry = known.get(name)
    if (entry !== undefined && entry.until > at) return entry.value
    if (known.size >= MAX_KNOWN) known.clear()
    const value = read()
    known.set(name, { value, until: at + KNOWN_FOR_MS })
    return value
  }

  const totalOf = (view: string): number =>
    remember(view, () =>
      Number(statement('SELECT objects FROM state_view_totals WHERE view = ?').pluck().get(view) ?? 0),
    )

  /** The number of rows of the access, up to `most`. */
  const matching = (access: Access, filling: Filling, most: number): number => {
    const params = bind(access.probe.params, filling)
    const text = `SELECT count(*) FROM (${access.probe.text} LIMIT ${PLACE})`
    return remember(`${access.probe.text}\0${describe(params)}\0${String(most)}`, () =>
      Number(
        statement(text)
          .pluck()
          .get(...params, most) ?? 0,
      ),
    )
  }

  const fewest = (accesses: readonly Access[], filling: Filling, most: number) => {
    let best: { access: Access; rows: number } | null = null
    for (const access of accesses) {
      const rows = matching(access, filling, best === null ? most : Math.max(1, best.rows))
      if (rows < (best?.rows ?? most)) best = { access, rows }
    }
    return best
  }

  const page: Chooser['page'] = (view, compiled, filling, wanted) => {
    const { accesses, walked, keys } = compiled
    if (accesses.length === 0) return null
    const equal = accesses.find(
      ({ kind, column }) =>
        kind === 'equal' && (keys === 0 || (walked !== null && column?.column === walked.column)),
    )
    const [only] = accesses
    // Rows with one value come sorted by id: nothing is cheaper if that is the only indexable condition.
    if (keys === 0 && equal !== undefined && accesses.length === 1) return equal
    if (walked !== null && accesses.length === 1 && only === rangeOf(accesses, walked)) return null
    if (keys > 0 && walked === null) return fewest(accesses, filling, MAX_PROBED * 50)?.access ?? only ?? null
    // The walk stays within a range of its own column, so that range is no reason to avoid it.
    const own = walked === null ? null : rangeOf(accesses, walked)
    const most = Math.min(MAX_PROBED, Math.ceil(Math.sqrt(wanted * totalOf(view))))
    return (
      fewest(
        accesses.filter((access) => access !== own),
        filling,
        most,
      )?.access ??
      equal ??
      null
    )
  }

  const count: Chooser['count'] = (_view, { accesses }, filling) =>
    accesses.length < 2
      ? (accesses[0] ?? null)
      : (fewest(accesses, filling, MAX_PROBED)?.access ?? accesses[0] ?? null)

  return { page, count }
}

const describe = (params: readonly Bound[]): string =>
  params.map((param) => (param instanceof Uint8Array ? `#${param.join()}` : JSON.stringify(param))).join()
