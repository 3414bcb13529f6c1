import { expect, it } from 'vitest'
import { tableCsv } from './table-csv.ts'

it('quotes what needs it, and keeps spreadsheets from running anything', () => {
  const root = document.createElement('div')
  root.innerHTML =
    '<table><tr><th>Name</th><th>Sum</th></tr><tr><td>a, "b"</td><td>-1.5</td></tr><tr><td>=HYPERLINK("x")</td><td>-x</td></tr></table>'
  const table = root.querySelector('table')
  if (table === null) throw new Error('it is there')
  expect(tableCsv(table)).toBe('Name,Sum\r\n"a, ""b""",-1.5\r\n"\'=HYPERLINK(""x"")",\'-x\r\n')
})
