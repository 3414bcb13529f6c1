import { expect, it } from 'vitest'
import { createSchedule } from './schedule.ts'

const HOUR_MS = 60 * 60 * 1000

/** A schedule whose clock, and whatever it asks, the test sets. */
const scheduleAt = (start: Date) => {
  const state = { now: start, last: null as Date | null, isOn: true, isBusy: false, works: true, made: 0 }
  const schedule = createSchedule({
    now: () => state.now,
    isOn: () => state.isOn,
    last: () => state.last,
    isBusy: () => state.isBusy,
    make: () => {
      state.made += 1
      if (state.works) state.last = state.now
      return Promise.resolve(state.works)
    },
  })
  const later = async (hours: number): Promise<number> => {
    state.now = new Date(state.now.getTime() + hours * HOUR_MS)
    await schedule.look()
    return state.made
  }
  return { state, later }
}
const MORNING = new Date(2026, 10, 26, 9)

it('makes one a day, however often it looks, and one more after days off', async () => {
  const { later } = scheduleAt(MORNING)
  expect(await later(0)).toBe(1)
  expect(await later(1)).toBe(1)
  expect(await later(13)).toBe(1)
  expect(await later(2)).toBe(2)
  expect(await later(24 * 9)).toBe(3)
  expect(await later(1)).toBe(3)
})

it('counts a manual backup as the day’s backup', async () => {
  const { state, later } = scheduleAt(MORNING)
  state.last = MORNING
  expect(await later(2)).toBe(0)
})

it('waits while an answer is in progress, but not forever', async () => {
  const { state, later } = scheduleAt(MORNING)
  state.isBusy = true
  expect(await later(0)).toBe(0)
  expect(await later(1)).toBe(0)
  expect(await later(1)).toBe(1)
  const other = scheduleAt(MORNING)
  other.state.isBusy = true
  await other.later(0)
  other.state.isBusy = false
  expect(await other.later(0.1)).toBe(1)
})

it('tries a failed one again after an hour, and none while they are off', async () => {
  const { state, later } = scheduleAt(MORNING)
  state.works = false
  expect(await later(0)).toBe(1)
  expect(await later(0.5)).toBe(1)
  expect(await later(0.6)).toBe(2)
  state.isOn = false
  expect(await later(24)).toBe(2)
})
