import { expect, it } from 'vitest'
import { durationLabel } from './duration-labels.ts'

it('says a duration in words', () => {
  expect(durationLabel('P30D', 'en')).toBe('30 days')
  expect(durationLabel('P1Y', 'en')).toBe('1 year')
  expect(durationLabel('PT36H', 'es')).toBe('36 horas')
  expect(durationLabel('P1DT2H', 'en')).toBe('1 day, 2 hours')
  expect(durationLabel('soon', 'en')).toBe('soon')
  expect(durationLabel('P', 'en')).toBe('P')
})
