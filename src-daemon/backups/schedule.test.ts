import { expect, it } from 'vitest'
import { createSchedule } from './schedule.ts'

const HOUR_MS = 60 * 60 * 1000

/** A schedule whose clock, and whatever it asks, the test sets. */
const scheduleAt = (start: Date) => {
  const state = {
    now: start,
    earlier: [] as Date[],
    isOn: true,
    isBusy: false,
    works: true,
    made: 0,
    told: 0,
  }
  const schedule = createSchedule({
    now: () => state.now,
    isOn: () => state.isOn,
    earlier: () => state.earlier,
    isBusy: () => state.isBusy,
    make: () => {
      state.made += 1
      if (state.works) state.earlier.push(state.now)
      return Promise.resolve(state.works)
    },
    onOverdue: () => {
      state.told += 1
    },
  })
  const later = async (hours: number): Promise<number> => {
    state.now = new Date(state.now.getTime() + hours * HOUR_MS)
    await schedule.look()
    return state.made
  }
  return { state, later, isOverdue: schedule.isOverdue }
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
  state.earlier = [MORNING]
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

it('is overdue after two days without one, once it had the time to make one, and says so once', async () => {
  const { state, later, isOverdue } = scheduleAt(MORNING)
  await later(0)
  // Days off are no reason for a word: one is made as soon as the computer is on.
  await later(24 * 5)
  expect([isOverdue(), state.told]).toEqual([false, 0])
  state.works = false
  await later(24)
  await later(12)
  expect(isOverdue()).toBe(false)
  await later(12)
  expect([isOverdue(), state.told]).toEqual([true, 1])
  await later(1)
  expect(state.told).toBe(1)
  state.isOn = false
  await later(0.1)
  expect([isOverdue(), state.told]).toEqual([false, 2])
  state.isOn = true
  state.works = true
  await later(24)
  expect([isOverdue(), state.told]).toEqual([false, 2])
})

it('waits a quarter of an hour after days off before it is overdue', async () => {
  const { state, later, isOverdue } = scheduleAt(MORNING)
  await later(0)
  state.isBusy = true
  await later(24 * 5)
  expect(isOverdue()).toBe(false)
  await later(0.3)
  expect(isOverdue()).toBe(true)
})

it('goes on once a day after the clock was ahead, however far, and came back', async () => {
  const { state, later, isOverdue } = scheduleAt(MORNING)
  expect(await later(0)).toBe(1)
  expect(await later(24 * 90)).toBe(2)
  expect(await later(-24 * 89)).toBe(3)
  for (let look = 0; look < 20; look++) expect(await later(0.2)).toBe(3)
  expect(await later(24)).toBe(4)
  expect(isOverdue()).toBe(false)

  // One that failed while the clock was ahead is tried again an hour after it came back, not after its time has come.
  state.works = false
  expect(await later(24 * 90)).toBe(5)
  state.works = true
  expect(await later(-24 * 89)).toBe(5)
  expect(await later(1)).toBe(6)
})

it('is overdue also if the clock came back while none could be made', async () => {
  const { state, later, isOverdue } = scheduleAt(MORNING)
  state.works = false
  expect(await later(24 * 365)).toBe(1)
  await later(-24 * 365)
  await later(24 * 3)
  expect(isOverdue()).toBe(true)
})
