import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('keeps what is used, and no more than twice as much as it is told to', () => {
  const recent = createRecent<number, string>(10)
  for (let n = 0; n < 1000; n++) {
    recent.set(n, String(n))
    expect(recent.get(0)).toBe('0')
  }
  const kept = Array.from({ length: 1000 }, (_, n) => n).filter((n) => recent.get(n) !== undefined)
  expect(kept).toContain(999)
  expect(kept.length).toBeLessThanOrEqual(20)
})

it('forgets everything when told to', () => {
  const recent = createRecent<number, string>(1)
  recent.set(1, 'a')
  recent.set(2, 'b')
  recent.clear()
  expect([recent.get(1), recent.get(2)]).toEqual([undefined, undefined])
})
