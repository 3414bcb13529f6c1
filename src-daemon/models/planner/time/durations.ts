import { COUNT, DURATION, DURATION_UNITS, type Duration } from '../grammar/durations.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { shifted, shiftedByMonths, type Day } from './days.ts'
import { NUMBERS } from '../grammar/numbers.ts'

/** Lengths of time: "two days", "三周", and days that are so far from another. */

/** The length of time that `text` begins with; null if it is none. */
export const durationIn = (text: string): Duration | null => {
  const [, n = ''] =
    patternFrom(`^(${COUNT})(?=[^\\d\\p{Script=Latin}]|\\s|\\p{Script=Latin}{3,})`, 'iu').exec(text.trim()) ??
    []
  const count = /^\d+$/u.test(n) ? Number(n) : NUMBERS[n.toLowerCase()]
  const unit = DURATION_UNITS.find(([words]) =>
    patternFrom(`^${n}(?: ?(?:more|más))?[\\s-]?(?:${words})(?!\\p{Script=Latin})`, 'iu').test(text.trim()),
  )
  if (n === '' || count === undefined || unit === undefined || count > 1200) return null
  const [, { days, months }] = unit
  return { days: days * count, months: months * count }
}

/** The day that is so much later than another, or earlier for a sign of -1. */
export const away = (day: Day, { days, months }: Duration, sign: 1 | -1): Day =>
  shifted(shiftedByMonths(day, sign * months), sign * days)

/** What stands between a length of time and the day it is counted from: groups `long`, `day` and, where it is earlier, `before`. */
export const FROM_A_DAY: readonly RegExp[] = [
  patternFrom(
    `(?<![\\p{L}\\d])(?<long>${DURATION}) (?:(?<before>before)|after|from|past) (?<day>.{2,30})`,
    'giu',
  ),
  patternFrom(
    `(?<![\\p{L}\\d])(?<long>${DURATION}) (?:(?<before>antes)|después|despues|a partir|desde) (?:del?(?: el| la)?|el) ?(?<day>.{2,30})`,
    'giu',
  ),
]
