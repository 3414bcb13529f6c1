/** The groups of a query: reads them off the SQL's rows, sorts them, and cuts a page. */
import { compareCodePoints } from '../base/code-points.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { instantText } from '../base/time.ts'
import type { Bound } from './fragment.ts'
import type { GroupColumn } from './group-step.ts'
import type { OrderBy } from './parse.ts'

/** What can be added up exactly enough: further digits of a sum are noise, as in 0.1 + 0.2. */
const DIGITS = 15

/** What a group is sorted by: the requested members, then everything it is grouped by. */
type Position = readonly Bound[]

interface Group {
  readonly group: JsonObject
  readonly position: Position
}

interface GroupPage {
  readonly groups: readonly JsonObject[]
  /** The last group's; null with the last page. */
  readonly next: Position | null
}

/** The number of parts of a position. */
export const positionLength = (columns: readonly GroupColumn[], order: readonly OrderBy[]): number =>
  order.length + columns.reduce((sum, { isKey, kind }) => sum + (isKey ? (kind === 'mixed' ? 2 : 1) : 0), 0)

/** The `limit` groups after a position, or the first ones. */
export const pageOfGroups = (
  rows: readonly (readonly unknown[])[],
  columns: readonly GroupColumn[],
  { order, limit, after }: { order: readonly OrderBy[]; limit: number; after: Position | null },
): GroupPage => {
  const compare = (a: Position, b: Position): number => {
    for (const [n, x] of a.entries()) {
      const sign = compareValues(x, b[n] ?? null, order[n]?.direction === 'desc')
      if (sign !== 0) return sign
    }
    return 0
  }
  const found = rows
    .map((row) => groupOf(row as readonly Bound[], columns, order))
    .filter(({ position }) => after === null || compare(position, after) > 0)
    .sort((a, b) => compare(a.position, b.position))
  const page = found.slice(0, limit)
  return {
    groups: page.map(({ group }) => group),
    next: found.length > limit ? (page.at(-1)?.position ?? null) : null,
  }
}

/** Numbers come before texts, and null last in both directions, as in an order of objects. */
const compareValues = (a: Bound, b: Bound, isDown: boolean): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const sign = isDown ? -1 : 1
  if (typeof a === 'number') return sign * (typeof b === 'number' ? a - b : -1)
  return sign * (typeof b === 'number' ? 1 : compareCodePoints(String(a), String(b)))
}

const groupOf = (
  row: readonly Bound[],
  columns: readonly GroupColumn[],
  order: readonly OrderBy[],
): Group => {
  const group: JsonObject = {}
  const sortable = new Map<string, Bound>()
  const keys: Bound[] = []
  let at = 0
  for (const column of columns) {
    const { name } = column
    const isTyped = column.isKey && column.kind === 'mixed'
    const type = isTyped ? (row[at++] ?? null) : null
    const value = row[at++] ?? null
    const shown = isTyped ? mixedOf(type, value) : shownOf(column, value)
    Object.defineProperty(group, name, { value: shown, enumerable: true, writable: true, configurable: true })
    sortable.set(name, column.kind === 'sum' || column.kind === 'mean' ? (shown as number | null) : value)
    if (column.isKey) keys.push(value, ...(isTyped ? [type] : []))
  }
  return { group, position: [...order.map(({ field }) => sortable.get(field) ?? null), ...keys] }
}

const shownOf = ({ kind }: GroupColumn, value: Bound): Json => {
  switch (kind) {
    case 'sum':
      return rounded(value ?? 0)
    case 'mean':
      return rounded(value)
    case 'instant':
      return typeof value === 'string' ? instantText(value) : null
    case 'boolean':
      return value === null ? null : value === 1
    default:
      return value as Json
  }
}

const mixedOf = (type: Bound, value: Bound): Json => {
  if (type === 'true' || type === 'false') return type === 'true'
  return type === 'array' || type === 'object' ? (JSON.parse(String(value)) as Json) : (value as Json)
}

/** Whole numbers that JSON can hold stay exact. A sum beyond a double's range is null. */
const rounded = (value: Bound): number | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(DIGITS))
}
