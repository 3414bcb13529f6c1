import { withoutHidden } from '../shown-text.ts'

/**
 * A table as CSV (RFC 4180), with what is seen of it: what is invisible is left out, and a tab begins no cell of its own where the table is
 * pasted. What a spreadsheet would run as a formula gets an apostrophe, as the words may be anybody's.
 */
export const tableCsv = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) => [...row.cells].map((cell) => csvField(oneLine(cell))).join(','))
    .map((line) => `${line}\r\n`)
    .join('')

const oneLine = ({ textContent }: HTMLTableCellElement): string =>
  withoutHidden(textContent.replaceAll(/\s+/gu, ' ')).trim()

/** Where a spreadsheet may read a formula: at the beginning, or, where semicolons part cells, behind one. Wide signs are signs to some. */
const FORMULA = /(^|;)(?=\s*[=+@＝＋－＠-](?!\)))/gu
const NUMBER = /^[+-]?[\d.,\s]+%?$/u

const csvField = (text: string): string => {
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'")
  return /[",;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
