import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTypoIndex, distanceOf, typosAllowed } from './typos.ts'
import { formsOf, stem } from './words.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 3, maxLength: 11 })

/** The whole table, as in textbooks. */
const plainDistance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const changed = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Infinity
      const line = rows[row]
      if (line !== undefined)
        line[column] = Math.min(changed, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1)
    }
  return at(a.length, b.length)
}

it('counts typos, and stops counting at too many', () => {
  fc.assert(
    fc.property(word, word, fc.nat({ max: 3 }), (a, b, most) => {
      expect(distanceOf(a, b, most)).toBe(Math.min(plainDistance(a, b), most + 1))
    }),
    { numRuns: 2000 },
  )
})

it('finds all the nearest of many words, and no others', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 60 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      (all, one, most) => {
        const index = createTypoIndex()
        for (const each of all) index.add(each)
        const allowed = Math.min(most, typosAllowed(one.length))
        const near = all
          .filter((term) => term !== stem(one))
          .map((term) => ({
            term,
            distance: Math.min(...formsOf(term).map((form) => plainDistance(one, form))),
          }))
          .filter(({ distance }) => distance > 0 && distance <= allowed)
        const least = Math.min(...near.map(({ distance }) => distance))
        const expected = near
          .filter(({ distance }) => distance === least)
          .sort((a, b) => (a.term < b.term ? -1 : 1))
        expect(index.near(one, most)).toEqual(expected.slice(0, 12))
      },
    ),
    { numRuns: 1000 },
  )
})

it.each([
  ['recpies', 'recipe'],
  ['habtis', 'habit'],
  ['taks', 'task'],
  ['citeis', 'city'],
  ['boks', 'book'],
])('finds a typo in a plural: %s', (written, term) => {
  const index = createTypoIndex()
  for (const each of ['recipe', 'habit', 'task', 'city', 'book', 'weather', 'note']) index.add(each)
  expect(index.near(written)).toEqual([{ term, distance: 1 }])
})

it('takes a plural for the word itself, not for a typo of it', () => {
  const index = createTypoIndex()
  index.add('task')
  expect(index.near('tasks')).toEqual([])
})
