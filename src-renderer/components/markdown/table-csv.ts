/**
 * A table as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe, as the words may be anybody's. Blanks are
 * what they look like, so that a tab begins no cell of its own where the table is pasted.
 */
export const tableCsv = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) => [...row.cells].map((cell) => csvField(cell.textContent.replaceAll(/\s+/gu, ' ').trim())).join(','))
    .map((line) => `${line}\r\n`)
    .join('')

const csvField = (text: string): string => {
  // The wide ones are signs to some spreadsheets, too; others end a cell at a semicolon.
  const isFormula = /(?:^|;)[\s\p{Cf}\p{Cc}]*[=+@＝＋－＠-]/u.test(text) && !/^[+-]?[\d.,\s]+%?$/u.test(text)
  const safe = isFormula ? `'${text.replaceAll(/;(?=[\s\p{Cf}\p{Cc}]*[=+@＝＋－＠-])/gu, ";'")}` : text
  return /[",;]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
