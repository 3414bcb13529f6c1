import type { AsmQuery } from '../../../src-daemon/state/types.ts'
import type { Column } from './columns.ts'

export interface Sort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Rows asked for at a time. */
export const PAGE_SIZE = 100
/** The most the daemon returns for one query (asm.md 6). */
export const MOST_ROWS = 1000

/**
 * The ASM-QL query behind the table (asm.md 6). The text finds a part of any text column, an exact tag, or what begins
 * like an id the start of an id; `cursor` continues where the last page ended.
 */
export const objectQuery = (input: {
  schemaUri: string
  columns: readonly Column[]
  text: string
  sort: Sort | null
  limit?: number
  cursor?: string | null
  idField?: string | null
}): AsmQuery & { from: string } => {
  const where = whereOf(input.text, input.columns, input.idField ?? null)
  return {
    from: input.schemaUri,
    limit: Math.min(input.limit ?? PAGE_SIZE, MOST_ROWS),
    ...(where === null ? {} : { where }),
    ...(input.sort === null ? {} : { order: [input.sort] }),
    ...(input.cursor === null || input.cursor === undefined ? {} : { cursor: input.cursor }),
  }
}

/** Newest first where the schema keeps dates; else as stored. */
export const firstSort = (columns: readonly Column[]): Sort | null => {
  const dated = ['updatedAt', 'createdAt'].find((key) =>
    columns.some((column) => column.key === key && column.sortable),
  )
  return dated === undefined ? null : { field: dated, direction: 'desc' }
}

/** What a click on a column heading does: dates and numbers start with the largest, the rest with the smallest. */
export const nextSort = (column: Column, now: Sort | null): Sort => {
  const first = column.kind === 'date' || column.kind === 'day' || column.kind === 'number' ? 'desc' : 'asc'
  if (now?.field !== column.key) return { field: column.key, direction: first }
  return { field: column.key, direction: now.direction === 'asc' ? 'desc' : 'asc' }
}

const whereOf = (text: string, columns: readonly Column[], idField: string | null) => {
  const wanted = text.trim()
  if (wanted === '') return null
  const alternatives = columns
    .filter((column) => column.searchable)
    .map((column) => ({
      [column.key]: column.kind === 'tag' ? { $startsWith: wanted } : { $contains: wanted },
    }))
  const ids =
    idField === null || !/^[\da-f-]{6,36}$/i.test(wanted) ? [] : [{ [idField]: { $startsWith: wanted } }]
  const all = [...alternatives, ...ids]
  if (all.length === 0) return null
  return all.length === 1 ? (all[0] ?? null) : { $or: all }
}
