import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonMistake } from './json-mistake.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it.each([
  ['[{"name": "a"},\n oops]', 2, 2],
  ['{"a": 1,}', 1, 9],
  ['[1 2]', 1, 4],
  ['[1,\n\n', 3, 1],
  ['{"a"\n "b"}', 2, 2],
  ['', 1, 1],
  ['{} {}', 1, 4],
  ['["a\nb"]', 1, 2],
  ['[01]', 1, 3],
])('says where %j is wrong', (text, line, column) => {
  expect(jsonMistake(text)).toEqual({ line, column })
})

it('finds a mistake in a text exactly when it is not JSON', () => {
  const parts = fc.constantFrom(...'{}[],:"\\ \n10-.eE'.split(''), '"a"', 'true', 'null', '\\u00', '+1')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
        fc.json(),
        fc.tuple(fc.json(), fc.nat(40)).map(([text, at]) => text.slice(0, at)),
      ),
      (text) => {
        expect(jsonMistake(text) === null).toBe(isJson(text))
      },
    ),
    { numRuns: 1000 },
  )
})
