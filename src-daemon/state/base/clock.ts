/**
 * Hybrid logical clock: the wall clock where it moves on, a counter where it stands still or goes back, so that later
 * changes always sort after earlier ones. Text of fixed width (48 bits of milliseconds, 16 of counter, in hex) sorts as
 * the time it stands for.
 */
export type Clock = string

/** A clock as it is stored. */
export interface ClockParts {
  readonly ms: number
  readonly counter: number
}

const COUNTERS = 0x1_0000
/** A clock further ahead of ours than this is not followed (asm.md 2). */
const MOST_AHEAD_MS = 5 * 60_000

/** Before every change. */
export const CLOCK_START: ClockParts = { ms: -1, counter: 0 }

/** The clock of a change made at `now` (ms since 1970) that has seen `last` (`''` for none). */
export const tick = (last: Clock, now: number): Clock =>
  clockText(tickParts(last === '' ? CLOCK_START : clockParts(last), now))

export const tickParts = (last: ClockParts, now: number): ClockParts => {
  const wall = Math.max(0, Math.floor(now))
  if (wall > last.ms) return { ms: wall, counter: 0 }
  const counter = last.counter + 1
  return counter < COUNTERS ? { ms: last.ms, counter } : { ms: last.ms + 1, counter: 0 }
}

/** What this replica's clock has seen after a change of another one: never more than five minutes ahead of `now`. */
export const follow = (last: ClockParts, other: ClockParts, now: number): ClockParts => {
  const most = Math.max(0, Math.floor(now)) + MOST_AHEAD_MS
  const followed = other.ms > most ? { ms: most, counter: 0 } : other
  return isLater(followed, last) ? followed : last
}

const isLater = (a: ClockParts, b: ClockParts): boolean =>
  a.ms > b.ms || (a.ms === b.ms && a.counter > b.counter)

/** Milliseconds since 1970: what stands before the sign. */
export const clockToMs = (clock: Clock): number => Number.parseInt(clock, 16)

/** ISO 8601. */
export const clockToIso = (clock: Clock): string => new Date(clockToMs(clock)).toISOString()

export const clockParts = (clock: Clock): ClockParts => ({
  ms: clockToMs(clock),
  counter: Number.parseInt(clock.slice(13), 16),
})

export const clockText = ({ ms, counter }: ClockParts): Clock =>
  `${ms.toString(16).padStart(12, '0')}-${counter === 0 ? '0000' : counter.toString(16).padStart(4, '0')}`

const CLOCK = /^[0-9a-f]{12}-[0-9a-f]{4}$/

/** Whether `text` is a clock at all; what is beyond the dates JavaScript knows is none. */
export const isClock = (text: string): boolean =>
  CLOCK.test(text) && clockToMs(text) <= 8.64e15 - MOST_AHEAD_MS
