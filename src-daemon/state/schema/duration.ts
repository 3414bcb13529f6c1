/** An ISO 8601 duration. Years and months have no fixed length, so they are added by the calendar. */
export interface Duration {
  /** As it is written in the schema. */
  readonly text: string
  readonly months: number
  readonly milliseconds: number
}

const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Parses an ISO 8601 duration such as `P14D`; null if it is invalid. */
export const parseDuration = (value: unknown): Duration | null => {
  const found = typeof value === 'string' ? DURATION.exec(value) : null
  if (found === null) return null
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((part) => Number(part || 0))
  const total =
    (weeks ?? 0) * 7 * DAY +
    (days ?? 0) * DAY +
    (hours ?? 0) * HOUR +
    (minutes ?? 0) * MINUTE +
    Math.round((seconds ?? 0) * SECOND)
  return { text: found[0], months: (years ?? 0) * 12 + (months ?? 0), milliseconds: total }
}

/**
 * The moment `duration` after `ms` (milliseconds since 1970, UTC); null if that is beyond the range of dates. A month
 * after the 31st ends with the month.
 */
export const addDuration = (ms: number, { months, milliseconds }: Duration): number | null => {
  const moment = (months === 0 ? ms : addMonths(ms, months)) + milliseconds
  return Number.isNaN(new Date(moment).getTime()) ? null : moment
}

const addMonths = (ms: number, months: number): number => {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}
