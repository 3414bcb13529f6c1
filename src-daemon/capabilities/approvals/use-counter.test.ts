import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUseCounter, type Uses } from './use-counter.ts'

const FIRST = '2026-05-01T12:00:00.000Z'
const SECOND = '2026-05-01T12:00:01.000Z'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('keeps several uses at once, a moment later or when it is told to', () => {
  const kept: (readonly Uses[])[] = []
  const counter = createUseCounter({ keep: (uses) => kept.push(uses), report: () => undefined })
  counter.count('a', FIRST)
  counter.count('b', FIRST)
  counter.count('a', SECOND)
  expect(kept).toEqual([])
  vi.advanceTimersByTime(1000)
  const both = [
    { id: 'a', times: 2, at: SECOND },
    { id: 'b', times: 1, at: FIRST },
  ]
  expect(kept).toEqual([both])
  counter.count('a', SECOND)
  counter.flush()
  counter.flush()
  vi.advanceTimersByTime(1000)
  expect(kept).toEqual([both, [{ id: 'a', times: 1, at: SECOND }]])
})

it('loses no uses if storing them fails', () => {
  const kept: (readonly Uses[])[] = []
  const reported: unknown[] = []
  let isFull = true
  const counter = createUseCounter({
    keep: (uses) => {
      if (isFull) throw new Error('disk full')
      kept.push(uses)
    },
    report: (error) => reported.push(error),
  })
  counter.count('a', FIRST)
  vi.advanceTimersByTime(1000)
  expect(reported).toHaveLength(1)
  expect(() => {
    counter.flush()
  }).toThrow('disk full')
  isFull = false
  counter.count('a', SECOND)
  vi.advanceTimersByTime(1000)
  expect(kept).toEqual([[{ id: 'a', times: 2, at: SECOND }]])
})
