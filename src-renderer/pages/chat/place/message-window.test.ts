import { describe, expect, it } from 'vitest'
import { FIRST, needsOlder, nextStep, type Drawn } from './message-window.ts'

const VIEW = 600
const HEIGHT = 100

/** A conversation of messages of one height, seen at a place, with as many drawn as `nextStep` asks for. */
const createReader = (count: number, older = 0) => {
  let drawn = { from: Math.max(0, count - FIRST), to: count, count }
  let seen = count * HEIGHT - VIEW
  let unread = older

  const look = (): Drawn => ({
    ...drawn,
    above: seen - drawn.from * HEIGHT,
    below: drawn.to * HEIGHT - seen - VIEW,
    view: VIEW,
    first: HEIGHT,
    last: HEIGHT,
  })
  /** Draws until nothing is missing. */
  const rest = (): void => {
    for (let turn = 0; ; turn += 1) {
      if (turn > 10_000) throw new Error('it never rests')
      if (unread > 0 && needsOlder(look())) {
        const read = Math.min(unread, 60)
        unread -= read
        seen += read * HEIGHT
        drawn = { from: drawn.from + read, to: drawn.to + read, count: drawn.count + read }
      }
      const step = nextStep(look())
      if (step === null) return
      drawn = { ...drawn, ...step }
    }
  }
  const scroll = (by: number): void => {
    const { above, below } = look()
    seen += Math.max(-above, Math.min(below, by))
    rest()
  }
  return { look, rest, scroll }
}

describe('the messages that are drawn', () => {
  it('fill what is near the end, and no more', () => {
    const reader = createReader(1000)
    reader.rest()
    expect(reader.look()).toMatchObject({ from: 982, to: 1000, above: 2 * VIEW })
  })

  it('are as few in the middle of a conversation as at its end, and read it to its beginning', () => {
    const reader = createReader(60, 940)
    let most = 0
    for (let at = 0; at < 2000; at += 1) {
      reader.scroll(-VIEW / 2)
      const { from, to } = reader.look()
      most = Math.max(most, to - from)
    }
    expect(reader.look()).toMatchObject({ from: 0, count: 1000, above: 0 })
    expect(most).toBeLessThanOrEqual(50)
    for (let at = 0; at < 2000; at += 1) reader.scroll(VIEW / 2)
    expect(reader.look()).toMatchObject({ to: 1000, below: 0 })
    expect(reader.look().from).toBeGreaterThan(900)
  })

  it('stay where something is written in them, however far away', () => {
    const far = { from: 0, to: 100, count: 100, above: 0, below: 9000, view: VIEW, first: HEIGHT }
    expect(nextStep({ ...far, last: HEIGHT })).toEqual({ from: 0, to: 99 })
    expect(nextStep({ ...far, last: 0 })).toBeNull()
  })

  it('are left alone while the page is hidden', () => {
    const hidden = { from: 5, to: 9, count: 100, above: 0, below: 0, view: 0, first: 0, last: 0 }
    expect(nextStep(hidden)).toBeNull()
    expect(needsOlder(hidden)).toBe(false)
  })
})
