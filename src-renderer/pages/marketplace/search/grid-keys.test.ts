import { describe, expect, it } from 'vitest'
import { nextCard } from './grid-keys.ts'

/** Two rows of three, and one of two. */
const places = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({
  left: (index % 3) * 300,
  top: Math.floor(index / 3) * 200,
}))
const go = (key: string, at: number, rtl = false) => nextCard(key, at, places, rtl)

describe('the arrow keys among cards', () => {
  it('go on in the order of reading, also over the end of a row', () => {
    expect(go('ArrowRight', 2)).toBe(3)
    expect(go('ArrowLeft', 3)).toBe(2)
    expect(go('ArrowRight', 7)).toBeNull()
    expect(go('ArrowLeft', 0)).toBeNull()
  })

  it('turn around where writing runs from right to left', () => {
    expect(go('ArrowLeft', 2, true)).toBe(3)
    expect(go('ArrowRight', 3, true)).toBe(2)
  })

  it('stay in their column, or come to the nearest one', () => {
    expect(go('ArrowDown', 1)).toBe(4)
    expect(go('ArrowDown', 5)).toBe(7)
    expect(go('ArrowUp', 7)).toBe(4)
    expect(go('ArrowDown', 7)).toBeNull()
  })

  it('lead from the first row back to the field, and to both ends', () => {
    expect(go('ArrowUp', 2)).toBe(-1)
    expect(go('Home', 5)).toBe(0)
    expect(go('End', 0)).toBe(7)
    expect(go('a', 0)).toBeNull()
  })
})
