import { describe, expect, it } from 'vitest'
import { createIds, newId } from './ids.ts'

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const rest = (n: number): string => `8${String(n % 1000).padStart(3, '0')}-${String(n).padStart(12, '0')}`
/** UUIDv7s made at these milliseconds, with the same random number. */
const madeAt = (times: readonly number[], random = 'fff'): (() => string) => {
  let n = 0
  return () => {
    const time = (times[n] ?? times.at(-1) ?? 0).toString(16).padStart(12, '0')
    n += 1
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random}-${rest(n)}`
  }
}
const many = (make: () => string, count: number): string[] => Array.from({ length: count }, make)
const isAscending = (ids: readonly string[]): boolean =>
  ids.every((id, n) => n === 0 || id > (ids[n - 1] ?? ''))

describe('ids', () => {
  it('are UUIDv7s of this moment, each of its own', () => {
    const before = Date.now()
    const ids = many(newId, 1000)
    for (const id of ids) expect(id).toMatch(FORM)
    expect(new Set(ids).size).toBe(1000)
    const ms = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
    expect(ms).toBeGreaterThanOrEqual(before - 1000)
    expect(ms).toBeLessThan(before + 1000)
  })

  it('sort in the order in which they were made, however fast', () => {
    expect(isAscending(many(newId, 100_000))).toBe(true)
  })

  it('sort in that order where more were made in a millisecond than it has numbers for', () => {
    const ids = many(createIds(madeAt([1000])), 5000)
    expect(isAscending(ids)).toBe(true)
    for (const id of ids) expect(id).toMatch(FORM)
    expect(ids[0]).toBe(`00000000-03e8-77ff-${rest(1)}`)
    expect(ids.at(-1)?.slice(0, 13)).toBe('00000000-03ea')
  })

  it('sort in that order where the clock is set back, and follow it once it has caught up', () => {
    const ids = many(createIds(madeAt([1000, 400, 999, 1000, 1001])), 5)
    expect(isAscending(ids)).toBe(true)
    expect(ids.map((id) => id.slice(9, 13))).toEqual(['03e8', '03e8', '03e8', '03e8', '03e9'])
  })

  it('carry over into the digits before', () => {
    const [, next] = many(createIds(madeAt([0xffff])), 2050).slice(-2)
    expect(next?.slice(0, 13)).toBe('00000001-0000')
  })

  it('keep what is random in those they are made of', () => {
    const [first] = many(createIds(madeAt([7], 'abc')), 1)
    expect(first).toBe(`00000000-0007-72bc-${rest(1)}`)
  })
})
