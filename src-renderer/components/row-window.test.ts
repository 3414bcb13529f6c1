import { describe, expect, it } from 'vitest'
import { ROW_HEIGHT, rowWindow, scrollToRow } from './row-window.ts'

describe('the rows that are drawn', () => {
  it('are few however many there are', () => {
    const { start, end } = rowWindow({ scrollTop: 50_000 * ROW_HEIGHT, height: 600, count: 100_000 })
    expect(start).toBe(49_992)
    expect(end - start).toBeLessThan(40)
  })

  it('stay inside the table', () => {
    expect(rowWindow({ scrollTop: 0, height: 600, count: 3 })).toEqual({ start: 0, end: 3 })
    expect(rowWindow({ scrollTop: 9999, height: 0, count: 0 })).toEqual({ start: 0, end: 0 })
    expect(rowWindow({ scrollTop: -20, height: 64, count: 100, spare: 0 })).toEqual({ start: 0, end: 2 })
  })
})

describe('bringing a row into view', () => {
  const view = { height: 320, header: 32 }

  it('does nothing for a row in view, and the least for others', () => {
    expect(scrollToRow({ ...view, index: 3, scrollTop: 0 })).toBe(0)
    expect(scrollToRow({ ...view, index: 9, scrollTop: 0 })).toBe(32)
    expect(scrollToRow({ ...view, index: 1, scrollTop: 320 })).toBe(32)
  })
})
