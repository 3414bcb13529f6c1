import { expect, it } from 'vitest'
import { durationWords } from './duration-words.ts'

it('says a duration in words', () => {
  expect(durationWords('P30D', 'en')).toBe('30 days')
  expect(durationWords('P1Y', 'en')).toBe('1 year')
  expect(durationWords('PT36H', 'es')).toBe('36 horas')
  expect(durationWords('P1DT2H', 'en')).toBe('1 day, 2 hours')
  expect(durationWords('soon', 'en')).toBe('soon')
  expect(durationWords('P', 'en')).toBe('P')
})
