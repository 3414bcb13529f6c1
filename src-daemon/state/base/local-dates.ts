/** Dates of instants in a time zone. */
import { instantMs, minuteMs } from './time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const MAX_ZONES = 16
/** Days whose offset is kept, of each zone. */
const MAX_DAYS = 50_000

/** The date of an instant, given as its key (`instantKey`): `2026-05-17`. */
type LocalDate = (key: string) => string

const zones = new Map<string, LocalDate>()

/**
 * Dates in the time zone of that name (IANA).
 *
 * @throws RangeError if there is no such zone
 */
export const localDates = (zone: string): LocalDate => {
  const known = zones.get(zone)
  if (known !== undefined) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const made = createLocalDates(zone)
  zones.set(zone, made)
  return made
}

/** Asking for an offset takes some microseconds, so they are kept by day; a day in which it changes is asked each time. */
const createLocalDates = (zone: string): LocalDate => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const starts = new Map<number, number>()

  const offsetAt = (ms: number): number => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /^GMT(?:([+-])(\d+)(?::(\d+)(?::(\d+))?)?)?$/.exec(name) ?? []
    const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return (sign === '-' ? -total : total) * 1000
  }

  const startOffset = (day: number): number => {
    const known = starts.get(day)
    if (known !== undefined) return known
    if (starts.size >= MAX_DAYS) starts.clear()
    const offset = offsetAt(day * DAY_MS)
    starts.set(day, offset)
    return offset
  }

  return (key) => {
    // A leap second is of the day before.
    const ms = Math.min(instantMs(key), minuteMs(key) + MINUTE_MS - 1)
    const day = Math.floor(ms / DAY_MS)
    const start = startOffset(day)
    const offset = start === startOffset(day + 1) ? start : offsetAt(ms)
    return dateText(ms + offset)
  }
}

let lastDay = Number.NaN
let lastText = ''

const dateText = (ms: number): string => {
  const day = Math.floor(ms / DAY_MS)
  if (day !== lastDay) {
    // Years outside of four digits have six, and a sign.
    lastText = new Date(day * DAY_MS).toISOString().slice(0, -14)
    lastDay = day
  }
  return lastText
}
