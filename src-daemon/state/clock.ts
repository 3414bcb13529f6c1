/**
 * Hybrid logical clock: the wall clock where it moves on, a counter where it stands still or goes back, so that later
 * changes always sort after earlier ones. Text of fixed width (48 bits of milliseconds, 16 of counter, in hex) sorts as
 * the time it stands for.
 */
export type Clock = string

const COUNTERS = 0x1_0000

/** The clock of a change made at `now` (ms since 1970) that has seen `last` (`''` for none). */
export const tick = (last: Clock, now: number): Clock => {
  const lastMs = last === '' ? -1 : clockToMs(last)
  const wall = Math.max(0, Math.floor(now))
  if (wall > lastMs) return format(wall, 0)
  const counter = Number.parseInt(last.slice(13), 16) + 1
  return counter < COUNTERS ? format(lastMs, counter) : format(lastMs + 1, 0)
}

/** Milliseconds since 1970. */
export const clockToMs = (clock: Clock): number => Number.parseInt(clock.slice(0, 12), 16)

/** ISO 8601. */
export const clockToIso = (clock: Clock): string => new Date(clockToMs(clock)).toISOString()

const format = (ms: number, counter: number): Clock =>
  `${ms.toString(16).padStart(12, '0')}-${counter.toString(16).padStart(4, '0')}`
