/** A table as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe, as the words may be anybody's. */
export const tableCsv = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) => [...row.cells].map((cell) => csvField(cell.textContent.trim())).join(','))
    .map((line) => `${line}\r\n`)
    .join('')

const csvField = (text: string): string => {
  const isFormula = /^[=+@\t\r-]/u.test(text) && !/^[+-]?[\d.,\s]+%?$/u.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
