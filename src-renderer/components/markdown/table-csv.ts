/**
 * A table as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe, as the words may be anybody's. Blanks are
 * what they look like, so that a tab begins no cell of its own where the table is pasted.
 */
export const tableCsv = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) =>
      [...row.cells].map((cell) => csvField(cell.textContent.replaceAll(/\s+/gu, ' ').trim())).join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('')

/** Where a spreadsheet may read a formula: at the beginning, or, where semicolons part cells, behind one. Wide signs are signs to some. */
const FORMULA = /(^|;)(?=[\s\p{Cf}\p{Cc}]*[=+@＝＋－＠-](?!\)))/gu
const NUMBER = /^[+-]?[\d.,\s]+%?$/u

const csvField = (text: string): string => {
  const safe = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'")
  return /[",;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
