import { expect, it } from 'vitest'
import { tableCsv } from './table-csv.ts'

const csvOf = (cell: string): string => {
  const table = document.createElement('table')
  table.insertRow().insertCell().textContent = cell
  return tableCsv(table)
}

it.each([
  ['a tab, which begins a cell where it is pasted', 'Sum\t=1+1', 'Sum =1+1'],
  ['a line break', 'Sum\r\n=1+1', 'Sum =1+1'],
  ['a semicolon, which parts cells in some countries', 'a;=1+1;b', `"a;'=1+1;b"`],
  ['a wide sign', '＝1+1', "'＝1+1"],
  ['something invisible', '\u200b\u202e=1+1', "'=1+1"],
  ['what is a number and more', '-1+1', "'-1+1"],
])('no cell begins a formula with %s', (_, cell, csv) => {
  expect(csvOf(cell)).toBe(`${csv}\r\n`)
})

it('leaves numbers and faces as they are', () => {
  expect(csvOf('-1,234.5 %')).toBe('"-1,234.5 %"\r\n')
  expect(csvOf('well ;-)')).toBe('"well ;-)"\r\n')
})

it('quotes what needs it, and keeps spreadsheets from running anything', () => {
  const root = document.createElement('div')
  root.innerHTML =
    '<table><tr><th>Name</th><th>Sum</th></tr><tr><td>a, "b"</td><td>-1.5</td></tr><tr><td>=HYPERLINK("x")</td><td>-x</td></tr></table>'
  const table = root.querySelector('table')
  if (table === null) throw new Error('it is there')
  expect(tableCsv(table)).toBe('Name,Sum\r\n"a, ""b""",-1.5\r\n"\'=HYPERLINK(""x"")",\'-x\r\n')
})
