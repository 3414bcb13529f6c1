import type { StateObject } from '../../../../src-daemon/contract/state.ts'
import type { Column } from '../schema/columns.ts'
import { MAX_ROWS, type ObjectQuery } from '../filter/object-query.ts'
import type { Page } from '../table/row-pages.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'

export type ExportFormat = 'json' | 'csv'

/**
 * Reads all results of a query, page by page, as chunks of a file. CSV has `columns` and the id; JSON has complete
 * objects. Stops between pages when `signal` is aborted and returns null.
 */
export const exportRows = async (input: {
  readonly query: (query: ObjectQuery) => Promise<Page>
  readonly question: ObjectQuery
  readonly format: ExportFormat
  readonly columns: readonly Column[]
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}): Promise<{ readonly parts: string[]; readonly rows: number } | null> => {
  const { format, columns } = input
  const keys = columns.map(({ key }) => key)
  const parts = format === 'csv' ? [BYTE_ORDER_MARK, csvLine(['id', ...keys])] : ['[']
  let rows = 0
  let cursor: string | null = null
  do {
    const page: Page = await input.query({
      ...input.question,
      limit: MAX_ROWS,
      ...(cursor === null ? {} : { cursor }),
    })
    if (input.signal.aborted) return null
    const first = rows === 0
    parts.push(
      format === 'csv'
        ? page.items.map((item) => csvLine([item.id, ...keys.map((key) => item.object[key])])).join('')
        : jsonPart(page.items, first),
    )
    rows += page.items.length
    input.onProgress(rows)
    cursor = page.cursor
  } while (cursor !== null)
  if (format === 'json') parts.push('\n]\n')
  return { parts, rows }
}

const jsonPart = (items: readonly StateObject[], first: boolean): string =>
  items.map(({ object }, n) => `${first && n === 0 ? '' : ','}\n${JSON.stringify(object)}`).join('')
