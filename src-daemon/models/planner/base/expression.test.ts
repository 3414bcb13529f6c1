import { expect, it } from 'vitest'
import { rounded, valueOf } from './expression.ts'

const result = (expression: string): number | null => {
  const value = valueOf(expression)
  return value === null ? null : rounded(value, 4)
}

it.each([
  ['0.1 + 0.2', 0.3],
  ['2 + 3 * (4 - 1)', 11],
  ['1 / 3 * 3', 1],
  ['-(2 - 5)', 3],
  ['245 - 15%', 208.25],
  ['340 / 4 + 10%', 93.5],
  ['20% * 50', 10],
  ['121 / (100% + 21%)', 100],
  ['1 / 3', 0.3333],
  ['2 / 3', 0.6667],
  ['1 / 0', null],
  ['1 +', null],
  ['(1 + 2', null],
  ['1 2', null],
  ['', null],
])('%s is %s', (expression, value) => {
  expect(result(expression)).toBe(value)
})

it('rounds halves up, as money is', () => {
  expect([1.005, 2.675].map((one) => rounded(valueOf(String(one)) ?? { over: 0n, under: 1n }, 2))).toEqual([
    1.01, 2.68,
  ])
})
