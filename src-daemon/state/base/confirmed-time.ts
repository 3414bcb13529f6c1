/** The confirmed time, by which data is removed for good, instead of a wall clock that may just have jumped. */
import type { Statements } from './statements.ts'

/**
 * A clock may be wrong for a session (a flat battery, a second system, a typing error), and data purged meanwhile
 * doesn't come back with the right time. So the wall clock is trusted while it continues from where it was last
 * seen. If it jumps, it has to be confirmed: by the user (`confirm`), by a server's time (`heard`),
 * or automatically, if it runs steadily on three days of use. Time away, such as three months switched off, is
 * confirmed in the same way; until then nothing is lost but a little space.
 */
export interface ConfirmedTime {
  /** The time for purging, in milliseconds since 1970: the confirmed time, but never later than the wall clock. */
  now(): number
  /** The confirmed time itself, which may be later than a clock that went back. */
  known(): number
  /** The later one of the confirmed time and the wall clock: no honest clock is much further ahead. */
  latest(): number
  /** Reads the wall clock; to be called every quarter of an hour. The caller holds the transaction. */
  observe(): void
  /** The wall clock is right. The caller holds the transaction. */
  confirm(): void
  /** A server's time: confirms or contradicts the wall clock. The caller holds the transaction. */
  heard(ms: number): void
  /** Whether the wall clock has left the confirmed time. */
  isDoubtful(): boolean
  /** Drops what is cached in memory, after a failed transaction. */
  forget(): void
}

export interface ConfirmedTimeDeps {
  readonly statement: Statements
  /** The wall clock. */
  readonly now: () => number
  /** The time of this replica's last change; null if it made none. */
  readonly lastChange: () => number | null
}

const DAY_MS = 24 * 60 * 60 * 1000
/** If it is further than this from where it was last seen, the wall clock isn't trusted. */
export const BELIEVED_MS = 30 * 60 * 1000
/** Days of use on which a clock that left the confirmed time has to stay on its course. */
const DAYS_OF_USE = 3

interface SeenDay {
  readonly first: number
  readonly last: number
}

/** `isFixed`: the database is read-only, so confirmations stay in memory. */
export const createConfirmedTime = (
  { statement, now, lastChange }: ConfirmedTimeDeps,
  isFixed: boolean,
): ConfirmedTime => {
  let known: number | null = null

  const wall = (): number => Math.max(0, Math.floor(now()))

  const confirmed = (): number => {
    if (known !== null) return known
    const stored = statement('SELECT confirmed FROM state_clock').pluck().get()
    if (typeof stored === 'number') return (known = stored)
    known = lastChange() ?? wall()
    if (!isFixed) keep(known)
    return known
  }

  const keep = (ms: number): void => {
    statement(
      `INSERT INTO state_clock (id, confirmed) VALUES (1, ?) ON CONFLICT DO UPDATE SET confirmed = excluded.confirmed`,
    ).run(ms)
    known = ms
  }

  /** Purges up to a time that turned out to be ahead no longer count. */
  const settle = (ms: number): void => {
    keep(ms)
    statement('UPDATE state_low_water SET ms = ? WHERE ms > ?').run(wall(), wall() + BELIEVED_MS)
  }

  const isNear = (ms: number, other: number): boolean => Math.abs(ms - other) <= BELIEVED_MS

  const forgetDays = (): void => {
    if (days().length > 0) statement('DELETE FROM state_clock_days').run()
  }

  const days = (): SeenDay[] =>
    statement('SELECT first, last FROM state_clock_days ORDER BY day').all() as SeenDay[]

  const observe: ConfirmedTime['observe'] = () => {
    const at = wall()
    if (isNear(at, confirmed())) {
      forgetDays()
      if (at !== confirmed()) keep(at)
      return
    }
    const seen = days()
    const last = seen.at(-1)?.last ?? at
    // It claims a different time than before, so counting restarts.
    if (at < last - BELIEVED_MS || Math.sign(last - confirmed()) !== Math.sign(at - confirmed())) forgetDays()
    statement(
      `INSERT INTO state_clock_days (day, first, last) VALUES ($day, $at, $at)
       ON CONFLICT DO UPDATE SET first = min(first, $at), last = max(last, $at)`,
    ).run({ day: Math.floor(at / DAY_MS), at })
    believe(days())
  }

  /** Enough later days confirm the first one, and everything that continues from it without a jump. */
  const believe = (seen: readonly SeenDay[]): void => {
    const [first, ...later] = seen
    if (first === undefined || seen.length < DAYS_OF_USE) return
    let upTo = first.last
    for (const day of later) if (isNear(day.first, upTo)) upTo = day.last
    settle(upTo)
    statement('DELETE FROM state_clock_days WHERE last <= ?').run(upTo)
  }

  const confirm: ConfirmedTime['confirm'] = () => {
    forgetDays()
    settle(wall())
  }

  return {
    now: () => Math.min(wall(), confirmed()),
    known: confirmed,
    latest: () => Math.max(wall(), confirmed()),
    observe,
    confirm,
    heard: (ms) => {
      if (!isNear(ms, wall())) forgetDays()
      else if (!isNear(wall(), confirmed())) confirm()
    },
    isDoubtful: () => !isNear(wall(), confirmed()),
    forget: () => {
      known = null
    },
  }
}
