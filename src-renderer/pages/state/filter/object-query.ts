import type { AsmQuery, JsonRecord } from '../../../../src-daemon/contract/state.ts'
import type { Column } from '../schema/columns.ts'

export interface Sort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export type ObjectQuery = AsmQuery & { from: string }

/** The most rows the daemon returns for one query (asm.md 6). */
export const MAX_ROWS = 1000

/**
 * The table's ASM-QL query (asm.md 6), without paging: `filter` as built or typed, and the text of the search box. If
 * the schema marks fields for word search, that becomes `$text`; else it matches part of any text column, an exact tag,
 * or the start of an id.
 */
export const objectQuery = (input: {
  schemaUri: string
  columns: readonly Column[]
  text: string
  filter: JsonRecord | null
  order: readonly Sort[]
  idField?: string | null
  wordSearch?: boolean
}): ObjectQuery => {
  const where = bothOf(input.filter, searchOf(input))
  return {
    from: input.schemaUri,
    ...(where === null ? {} : { where }),
    ...(input.order.length === 0 ? {} : { order: input.order.map((one) => ({ ...one })) }),
  }
}

/** Above this number, rows are only sorted by an unindexed column on request: each page would read them all. */
const MANY = 20_000

/** Newest first where the schema has dates; else in stored order, oldest first. */
export const firstSort = (columns: readonly Column[], count = 0): Sort | null => {
  const dated = ['updatedAt', 'createdAt'].find((key) =>
    columns.some((column) => column.key === key && column.sortable && (column.indexed || count <= MANY)),
  )
  return dated === undefined ? null : { field: dated, direction: 'desc' }
}

/**
 * The order after a click on a column heading: dates and numbers start with the largest, the rest with the smallest.
 */
export const nextSort = (column: Column, now: Sort | null): Sort => {
  const first = column.kind === 'date' || column.kind === 'day' || column.kind === 'number' ? 'desc' : 'asc'
  if (now?.field !== column.key) return { field: column.key, direction: first }
  return { field: column.key, direction: now.direction === 'asc' ? 'desc' : 'asc' }
}

const bothOf = (a: JsonRecord | null, b: JsonRecord | null): JsonRecord | null =>
  a === null ? b : b === null ? a : { $and: [a, b] }

/** The condition of the search box; null if it is empty. */
export const searchOf = ({
  text,
  columns,
  idField = null,
  wordSearch = false,
}: {
  text: string
  columns: readonly Column[]
  idField?: string | null
  wordSearch?: boolean
}): JsonRecord | null => {
  const wanted = text.trim()
  if (wanted === '') return null
  const ids =
    idField === null || !/^[\da-f-]{6,36}$/i.test(wanted) ? [] : [{ [idField]: { $startsWith: wanted } }]
  const alternatives = wordSearch
    ? [{ $text: wanted }]
    : columns
        .filter((column) => column.searchable)
        .map((column) => ({
          [column.key]: column.kind === 'tag' ? { $startsWith: wanted } : { $contains: wanted },
        }))
  const all = [...alternatives, ...ids]
  if (all.length === 0) return null
  return all.length === 1 ? (all[0] ?? null) : { $or: all }
}
