import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

/** An independent RFC 4180 parser, character by character. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let n = 0; n < text.length; n++) {
    const character = text.charAt(n)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(n + 1) === '"') {
        cell += '"'
        n += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      rows.at(-1)?.push(cell)
      cell = ''
    } else if (character === '\r' && text.charAt(n + 1) === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      rows.push([])
      n += 1
    } else cell += character
  }
  return rows.slice(0, -1)
}

describe('CSV', () => {
  it('is read back as it was written, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', '=', '買', ';', "'") })
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const read = readCsv(rows.map(csvLine).join(''))
        const expected = rows.map((row) =>
          row.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell)),
        )
        expect(read).toEqual(expected)
      }),
    )
  })

  it('never begins a text as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")'])
      expect(csvCell(text)).toMatch(/^"?'/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string())), (value) => {
        expect(csvCell(value)).not.toMatch(/^"?[=+\-@\t\r]/)
      }),
    )
  })

  it('leaves numbers numbers, and says lists and objects in one cell', () => {
    expect(csvCell(-3.5)).toBe('-3.5')
    expect(csvCell(false)).toBe('false')
    expect(csvCell(null)).toBe('')
    expect(csvCell(['a', 'b'])).toBe('a; b')
    expect(csvCell({ a: 1 })).toBe('"{""a"":1}"')
    expect(csvLine(['a', 'b,c'])).toBe('a,"b,c"\r\n')
  })
})
