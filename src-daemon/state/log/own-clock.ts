/** The clock of this replica's changes. */
import type { Statements } from '../base/statements.ts'
import { type ClockParts, MAX_AHEAD_MS, tickParts } from '../base/time.ts'

export interface OwnClock {
  /**
   * The clock of our next change, after `last`. A clock that was ahead of `latest` (the latest honest time) by more than
   * five minutes is corrected: the next change has the current time again, and retracts the times of those before it
   * (log/retractions.ts). The caller holds the transaction.
   */
  next(last: ClockParts, now: number): ClockParts
  /** Whether this clock of a change of ours was retracted. */
  isGivenUp(clock: ClockParts): boolean
  forget(): void
}

const COUNTERS = 0x1_0000
const OWN = 'SELECT id FROM log_writers WHERE actor = ?'

export const createOwnClock = (statement: Statements, own: () => string, latest: () => number): OwnClock => {
  /** The latest retracted clock; -1 for none, undefined before it was read. */
  let furthest: number | undefined

  const lastUsed = (): number =>
    (furthest ??= Number(statement('SELECT coalesce(max(ms), -1) FROM state_clock_used').pluck().get()))

  const usedAt = (ms: number): number | null => {
    if (ms > lastUsed()) return null
    const counter = statement('SELECT counter FROM state_clock_used WHERE ms = ?').pluck().get(ms)
    return typeof counter === 'number' ? counter : null
  }

  /** Retracts clocks later than `upTo`, and returns the last one before it. */
  const giveUp = (upTo: number): ClockParts => {
    statement(
      `INSERT INTO state_clock_used (ms, counter)
       SELECT ms, max(counter) FROM changes WHERE writer IN (${OWN}) AND ms > ? GROUP BY ms
       ON CONFLICT DO UPDATE SET counter = max(counter, excluded.counter)`,
    ).run(own(), upTo)
    furthest = undefined
    const last = statement(
      `SELECT ms, counter FROM changes WHERE writer IN (${OWN}) AND ms <= ? ORDER BY ms DESC, counter DESC LIMIT 1`,
    ).get(own(), upTo) as ClockParts | undefined
    return last ?? { ms: -1, counter: 0 }
  }

  /** A text is named by the clock of the write that put it there, so a clock never comes twice. */
  const unused = (clock: ClockParts): ClockParts => {
    const used = usedAt(clock.ms)
    if (used === null || used < clock.counter) return clock
    return used + 1 < COUNTERS
      ? { ms: clock.ms, counter: used + 1 }
      : unused({ ms: clock.ms + 1, counter: 0 })
  }

  return {
    next: (last, now) => {
      const most = latest() + MAX_AHEAD_MS
      return unused(tickParts(last.ms > most ? giveUp(most) : last, now))
    },
    isGivenUp: ({ ms, counter }) => (usedAt(ms) ?? -1) >= counter,
    forget: () => {
      furthest = undefined
    },
  }
}

/** The time of the last change of replica `own`, in milliseconds since 1970; null if it made none. */
export const lastChangeOf = (statement: Statements, own: string): number | null => {
  const last = statement(
    `SELECT max(ms) FROM (SELECT ms FROM log_writers WHERE actor = $own AND seq > 0 UNION ALL
       SELECT ms FROM changes WHERE position > (SELECT position FROM log_settled) AND writer IN
         (SELECT id FROM log_writers WHERE actor = $own))`,
  )
    .pluck()
    .get({ own })
  return typeof last === 'number' ? last : null
}
