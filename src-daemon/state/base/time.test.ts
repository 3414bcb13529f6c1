import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantKey, instantMs, isoText, toInstant } from './time.ts'

const two = (n: number): string => String(n).padStart(2, '0')

/** Date-times of all years, zones and fractions, including the first and the last minute. */
const dateTime = fc
  .record({
    date: fc.constantFrom('0000-01-01', '1969-12-31', '1970-01-01', '2026-02-28', '9999-12-31'),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.constantFrom(0, 1, 30, 59),
    second: fc.constantFrom(0, 9, 10, 59, 60),
    fraction: fc.constantFrom('', '.0', '.5', '.50', '.123', '.1230001', '.999999999'),
    zone: fc.constantFrom('Z', '+00:00', '+02:00', '-11:30', '+14:00', '+02'),
  })
  .map(
    ({ date, hour, minute, second, fraction, zone }) =>
      `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}${zone}`,
  )

/** By what is known of an instant in words: minute, second, fraction. */
const order = (text: string): readonly (number | string)[] => {
  const instant = toInstant(text) ?? ''
  const [, upToMinute = '', second, fraction = ''] = /^(.*):(\d\d)(?:\.(\d+))?$/.exec(instant) ?? []
  return [Date.parse(`${upToMinute}Z`), Number(second), fraction]
}

it('keys of instants are short, and sort and compare as the instants do', () => {
  fc.assert(
    fc.property(dateTime, dateTime, (a, b) => {
      const [left, right] = [instantKey(a) ?? '', instantKey(b) ?? '']
      const places = order(a).map((part, n) => [part, order(b)[n] ?? ''] as const)
      const [x, y] = places.find(([one, other]) => one !== other) ?? [0, 0]
      expect(Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)))).toBe(
        x < y ? -1 : x > y ? 1 : 0,
      )
    }),
    { numRuns: 1000 },
  )
  expect(instantKey('2026-11-22T05:22:52.123Z')).toHaveLength(10)
})

it('a key tells the milliseconds, which never sort otherwise than it does', () => {
  fc.assert(
    fc.property(dateTime, dateTime, (a, b) => {
      const [left, right] = [instantKey(a) ?? '', instantKey(b) ?? '']
      expect(left <= right ? instantMs(left) <= instantMs(right) : instantMs(left) >= instantMs(right)).toBe(
        true,
      )
    }),
    { numRuns: 2000 },
  )
  for (const instant of ['0000-01-01T00:00:00Z', '2026-11-22T05:22:52.123Z', '9999-12-31T23:59:59.999Z'])
    expect(instantMs(instantKey(instant) ?? '')).toBe(Date.parse(instant))
})

it.each(['yesterday', '2026-11-22', '2026-13-01T00:00:00Z', '', 7, null, undefined])(
  '%j has no key',
  (value) => {
    expect(instantKey(value)).toBeNull()
  },
)

it('is written as the library does, in whatever order days come', () => {
  const ms = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.integer({ min: 0, max: 2 ** 41 }))
  fc.assert(
    fc.property(ms, (one) => {
      expect(isoText(one)).toBe(new Date(one).toISOString())
    }),
  )
})
