import { describe, expect, it } from 'vitest'
import { findDates } from './dates.ts'
import { durationIn } from './durations.ts'

/** Friday. */
const NOW = new Date(2026, 10, 20, 12, 0)

describe('a length of time', () => {
  it.each([
    ['two days', { days: 2, months: 0 }],
    ['a week', { days: 7, months: 0 }],
    ['3 months', { days: 0, months: 3 }],
    ['tres días', { days: 3, months: 0 }],
    ['两周', { days: 14, months: 0 }],
    ['1週間', { days: 7, months: 0 }],
    ['milk', null],
    ['2 pens', null],
  ])('is read from %s', (text, duration) => {
    expect(durationIn(text)).toEqual(duration)
  })

  it.each([
    ['three weeks from monday', '2026-12-14'],
    ['two days before christmas', '2026-12-23'],
    ['dos días después del lunes', '2026-11-25'],
  ])('is counted from a day: %s', (text, date) => {
    expect(findDates(text, NOW)[0]?.date).toBe(date)
  })
})
