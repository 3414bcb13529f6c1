import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDates } from './local-dates.ts'
import { instantKey, instantText } from './time.ts'

const dateIn = (zone: string, at: string): string => localDates(zone)(instantKey(at) ?? '')

describe('the date of an instant', () => {
  it.each([
    ['UTC', '2026-05-31T23:30:00Z', '2026-05-31'],
    ['Europe/Madrid', '2026-05-31T23:30:00Z', '2026-06-01'],
    ['America/New_York', '2026-06-01T03:59:59Z', '2026-05-31'],
    // The clock went from 2:00 to 3:00, and back.
    ['Europe/Madrid', '2026-03-29T00:59:59Z', '2026-03-29'],
    ['Europe/Madrid', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Madrid', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Madrid', '2026-10-25T23:00:00Z', '2026-10-26'],
    // Samoa had no 30 December 2011.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    // A leap second, and a time of its own in the days of the sun.
    ['UTC', '2016-12-31T23:59:60Z', '2016-12-31'],
    ['Africa/Monrovia', '1970-01-01T00:44:29Z', '1969-12-31'],
    ['Africa/Monrovia', '1970-01-01T00:44:30Z', '1970-01-01'],
  ])('in %s of %s is %s', (zone, at, date) => {
    expect(dateIn(zone, at)).toBe(date)
  })

  it('is the one that Intl says, in any zone, at any time', () => {
    const zones = [
      'UTC',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Monrovia',
      'Pacific/Apia',
    ]
    const formats = new Map(
      zones.map((zone) => [
        zone,
        new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
      ]),
    )
    const at = fc.date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...zones), at, (zone, date) => {
        expect(dateIn(zone, date.toISOString())).toBe(formats.get(zone)?.format(date))
      }),
      { numRuns: 3000 },
    )
  })

  it('is refused for a zone that does not exist', () => {
    expect(() => localDates('Europe/Atlantis')).toThrow(RangeError)
  })
})

it.each([
  ['2026-01-01T01:00:00.50+01:00', '2026-01-01T00:00:00.5Z'],
  ['2025-12-31T23:59:60Z', '2025-12-31T23:59:60Z'],
  ['1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:59.999999999Z'],
])('the key of %s says %s', (text, utc) => {
  expect(instantText(instantKey(text) ?? '')).toBe(utc)
})
