/** Times: the hybrid clock of changes, and RFC 3339 instants as keys that sort. */

/** Every spelling the validator accepts, including those outside RFC 3339: `+0200`, `+02`. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt\s](\d{2}:\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)$/

/** In the order of their codes. */
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const DIGIT_OF = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, DIGITS.indexOf(String.fromCharCode(code))),
)
/** More than any four-digit year in any zone needs. */
const MINUTES_BEFORE_1970 = 2 ** 30

/**
 * A short text that sorts by time and is equal for equal instants, like `toInstant`: six digits for the minute, a
 * character for the second, and the digits of its fraction. Null if `value` isn't an RFC 3339 date-time.
 */
export const instantKey = (value: unknown): string | null => {
  const parts = partsOf(value)
  if (parts === null) return null
  let minutes = parts.minute / 60_000 + MINUTES_BEFORE_1970
  let text = ''
  for (let n = 0; n < 6; n++) {
    text = `${DIGITS[minutes % 64] ?? ''}${text}`
    minutes = Math.floor(minutes / 64)
  }
  return `${text}${String.fromCharCode(0x21 + Number(parts.seconds))}${parts.fraction}`
}

/**
 * Milliseconds since 1970 of a key: never fewer for a later one, and the same for two that differ by less than a
 * double's precision, or within a leap second.
 */
export const instantMs = (key: string): number => {
  const fraction = key.length > 7 ? Number(`0.${key.slice(7)}`) : 0
  const within = Math.min(60_000, (secondOf(key) + fraction) * 1000)
  return minuteMs(key) + within
}

/** The RFC 3339 date-time in UTC of a key, with every digit. */
export const instantText = (key: string): string => {
  const fraction = key.slice(7)
  const minute = new Date(minuteMs(key)).toISOString().slice(0, -7)
  return `${minute}${two(secondOf(key))}${fraction === '' ? '' : `.${fraction}`}Z`
}

/** The minute of a key, in milliseconds since 1970. */
export const minuteMs = (key: string): number => {
  let minutes = 0
  for (let n = 0; n < 6; n++) minutes = minutes * 64 + (DIGIT_OF[key.charCodeAt(n)] ?? 0)
  return (minutes - MINUTES_BEFORE_1970) * 60_000
}

const secondOf = (key: string): number => key.charCodeAt(6) - 0x21

/**
 * The instant of an RFC 3339 date-time as UTC text that sorts by time and is equal for equal instants; null if it is
 * invalid. Fractions of a second keep every digit.
 */
export const toInstant = (value: unknown): string | null => {
  const parts = partsOf(value)
  if (parts === null) return null
  const { minute, seconds, fraction } = parts
  return `${new Date(minute).toISOString().slice(0, -7)}${seconds}${fraction === '' ? '' : `.${fraction}`}`
}

/** The minute in UTC, as milliseconds since 1970, and the rest. */
const partsOf = (value: unknown): { minute: number; seconds: string; fraction: string } | null => {
  const [whole, date, minutes, seconds, fraction, hours, rest = '00'] =
    (typeof value === 'string' && DATE_TIME.exec(value)) || []
  if (whole === undefined) return null
  // Seconds stay out of the arithmetic: a leap second (:60) is a valid date-time and not a valid Date.
  const zone = hours === undefined ? 'Z' : `${hours}:${rest}`
  const minute = Date.parse(`${date ?? ''}T${minutes ?? ''}:00${zone}`)
  if (Number.isNaN(minute)) return null
  return { minute, seconds: seconds ?? '', fraction: fraction?.replace(/0+$/, '') ?? '' }
}

const DAY_MS = 86_400_000
let day = Number.NaN
let date = ''

/**
 * `toISOString` of milliseconds since 1970. That takes as long as parsing an object, and most objects of a page or a
 * file are of the same day, so the day is cached.
 */
export const isoText = (ms: number): string => {
  const of = Math.floor(ms / DAY_MS)
  if (of !== day) {
    date = new Date(of * DAY_MS).toISOString().slice(0, -13)
    day = of
  }
  const rest = ms - of * DAY_MS
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(rest / 60_000)
  return `${date}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(rest % 1000)}Z`
}

const two = (number: number): string => (number < 10 ? `0${String(number)}` : String(number))

const three = (number: number): string => (number < 100 ? `0${two(number)}` : String(number))

/**
 * Hybrid logical clock: the wall clock while it advances, a counter while it stands still or goes back, so that later
 * changes always sort after earlier ones. Text of fixed width (48 bits of milliseconds, 16 of counter, in hex), which
 * sorts by time.
 */
export type Clock = string

/** A clock as it is stored. */
export interface ClockParts {
  readonly ms: number
  readonly counter: number
}

const COUNTERS = 0x1_0000
/** A clock further ahead of ours isn't followed (asm.md 2). */
export const MAX_AHEAD_MS = 5 * 60_000

/** Before every change. */
export const CLOCK_START: ClockParts = { ms: -1, counter: 0 }

/** The clock of a change made at `now` (ms since 1970) after `last` (`''` for none). */
export const tick = (last: Clock, now: number): Clock =>
  clockText(tickParts(last === '' ? CLOCK_START : clockParts(last), now))

export const tickParts = (last: ClockParts, now: number): ClockParts => {
  const wall = Math.max(0, Math.floor(now))
  if (wall > last.ms) return { ms: wall, counter: 0 }
  const counter = last.counter + 1
  return counter < COUNTERS ? { ms: last.ms, counter } : { ms: last.ms + 1, counter: 0 }
}

/** This replica's clock after a change of another one: at most five minutes ahead of `now`. */
export const follow = (last: ClockParts, other: ClockParts, now: number): ClockParts => {
  const most = Math.max(0, Math.floor(now)) + MAX_AHEAD_MS
  const followed = other.ms > most ? { ms: most, counter: 0 } : other
  return isLater(followed, last) ? followed : last
}

/** Whether a clock is later than another one. */
export const isLater = (a: ClockParts, b: ClockParts): boolean =>
  a.ms > b.ms || (a.ms === b.ms && a.counter > b.counter)

/** Milliseconds since 1970: the part before the sign. */
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

/** Whether `text` is a valid clock; one beyond JavaScript's dates isn't. */
export const isClock = (text: string): boolean =>
  CLOCK.test(text) && clockToMs(text) <= 8.64e15 - MAX_AHEAD_MS
