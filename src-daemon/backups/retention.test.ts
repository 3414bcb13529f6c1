import { expect, it } from 'vitest'
import { superseded } from './retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = new Date(2026, 10, 26, 12)
/** Days before a Thursday, at noon where the computer is. */
const daysAgo = (days: number, reason: 'daily' | 'manual' | 'update' = 'daily') => ({
  createdAt: new Date(NOON.getTime() - days * DAY_MS).toISOString(),
  reason,
})
const keptOf = (days: readonly number[], now = NOON): readonly number[] => {
  const all = days.map((day) => daysAgo(day))
  const gone = new Set(superseded(all, now))
  return days.filter((_, n) => {
    const one = all[n]
    return one !== undefined && !gone.has(one)
  })
}

it('keeps seven days and four weeks of a year of daily backups', () => {
  const year = Array.from({ length: 365 }, (_, day) => day)
  // The weeks: this one, and the Sundays of the three before it.
  expect(keptOf(year)).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18])
})

it('is the same when it ran every day', () => {
  let left: readonly ReturnType<typeof daysAgo>[] = []
  for (let day = 365; day >= 0; day--) {
    const made = [...left, daysAgo(day)]
    const gone = new Set(superseded(made, new Date(NOON.getTime() - day * DAY_MS)))
    left = made.filter((one) => !gone.has(one))
  }
  expect(left.map(({ createdAt }) => Math.round((NOON.getTime() - Date.parse(createdAt)) / DAY_MS))).toEqual([
    18, 11, 6, 5, 4, 3, 2, 1, 0,
  ])
})

it('keeps backups made before Satchel was off for a long time', () => {
  expect(keptOf([0, 300, 301, 302])).toEqual([0, 300, 301, 302])
  expect(keptOf([400])).toEqual([400])
})

it('keeps everything of the last day, and of earlier ones the last', () => {
  expect(keptOf([0, 0.1, 0.2, 0.9, 1.6, 1.7, 1.8])).toEqual([0, 0.1, 0.2, 0.9, 1.6])
})

it('does not count backups made while the clock was ahead', () => {
  const ahead = Array.from({ length: 10 }, (_, day) => -91 - day)
  const days = Array.from({ length: 10 }, (_, day) => day)
  expect(keptOf([...ahead, ...days])).toEqual([...ahead, 0, 1, 2, 3, 4, 5, 6])
})

it('keeps the newest that an update kept, however old', () => {
  const [older, newest] = [daysAgo(200, 'update'), daysAgo(100, 'update')]
  const daily = Array.from({ length: 60 }, (_, day) => daysAgo(day))
  const gone = superseded([older, newest, ...daily], NOON)
  expect(gone).toContain(older)
  expect(gone).not.toContain(newest)
})
