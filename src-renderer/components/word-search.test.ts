import { expect, it } from 'vitest'
import { wordSearch } from './word-search.ts'

it('finds texts that have every word, in any order and case', () => {
  const texts = ['calendar/list Lists events', 'units/convert Converts units', 'web/read']
  const found = (search: string) => texts.filter(wordSearch(search))
  expect(found('')).toEqual(texts)
  expect(found(' CONVERT  units')).toEqual([texts[1]])
  expect(found('convert events')).toEqual([])
})
