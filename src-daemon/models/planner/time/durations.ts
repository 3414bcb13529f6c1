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

const CJK_DAY = '(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号]|今天|今日|明天|明日|后天'

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
  patternFrom(
    `(?<day>${CJK_DAY})(?:の|から|之|的|起|开始|再过|过){0,2}(?<long>${DURATION})間?[之以]?(?:(?<before>前)|后|後)`,
    'gu',
  ),
  patternFrom(
    `(?<day>${CJK_DAY})(?:之后|以后|往后|后|起|开始|再过|过|再数|数|的){1,3}(?<long>${DURATION})`,
    'gu',
  ),
]
