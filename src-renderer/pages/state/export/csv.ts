/** Text a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe in front, which makes it text; numbers
 * stay as they are, since a minus is no formula. Lists of plain values are joined by "; "; everything else nested is
 * JSON.
 */
export const csvCell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : listText(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

const listText = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')
    ? value.map(String).join('; ')
    : JSON.stringify(value)

/** One line; RFC 4180 requires CRLF. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/** Tells spreadsheets that the file is UTF-8; without it Chinese and Japanese are garbled. */
export const BYTE_ORDER_MARK = '\uFEFF'
