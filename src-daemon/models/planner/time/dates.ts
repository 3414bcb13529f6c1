import {
  comingDay,
  comingWeekday,
  dayOf,
  exists,
  isoDay,
  lastOfMonth,
  nextWeeks,
  shifted,
  shiftedByMonths,
  two,
  dayOfIso,
  type Day,
} from './days.ts'
import { escaped } from '../../core/pattern.ts'
import { NUMBERS } from '../grammar/numbers.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { away, durationIn, FROM_A_DAY } from './durations.ts'
import {
  COUNTED,
  DAY_OF_MONTH,
  DAY_OF_NEXT_MONTH,
  FEASTS,
  MONTH_END,
  MONTHS,
  ORDINALS,
  PART_OF_DAY,
  RELATIVE,
  SPANISH_DAYS,
  WEEKDAYS,
  WHICH_WEEK,
} from './words.ts'

/** Dates and times people write, in the four languages. Only for fields that hold dates; texts keep the user's words. */

interface Time {
  readonly hour: number
  readonly minute: number
}

/** A date found in a text. `source` is how it was written. */
export interface FoundDate {
  readonly source: string
  readonly at: number
  /** `2026-11-21` */
  readonly date: string
  /** RFC 3339 with this machine's offset; a day without a time means its beginning. */
  readonly dateTime: string
}

const ISO =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?(?!\d)/g
const SLASHED = /(?<![\d/.])(?<article>(?:el|al) )?(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/giu
const CJK_DATE =
  /(?:(\d{4})年)?(?<![\d.])(?:(\d{1,2})(?:月(\d{1,2})[日号]?(?![\d月])|\.(?=\d{2}(?!\d))(\d{2})(?=[\p{Script=Han}，,]|まで|に)(?![元块米公千克升度磅个斤毫厘分万亿倍年%]))|([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})[日号])/gu

/** Every date in `text`, in order, without overlaps. Impossible dates such as 2026-02-30 are skipped. */
export const findDates = (text: string, now: Date): FoundDate[] => {
  const today = dayOf(now)
  const found: FoundDate[] = []
  const add = (match: Pick<RegExpExecArray, 0 | 'index'>, day: Day, dateTime?: string): void => {
    const taken = found.some(
      ({ at, source }) => match.index < at + source.length && at < match.index + match[0].length,
    )
    if (taken || !exists(day)) return
    found.push({
      source: match[0] + (PART_OF_DAY.exec(text.slice(match.index + match[0].length))?.[0] ?? ''),
      at: match.index,
      date: isoDay(day),
      dateTime: dateTime ?? localDateTime(day, timeIn(text) ?? { hour: 0, minute: 0 }),
    })
  }

  for (const pattern of FROM_A_DAY) {
    for (const match of text.matchAll(pattern)) {
      const { long = '', day = '', before } = match.groups ?? {}
      const duration = durationIn(long)
      const [origin] = [...findDates(day, now), ...findFeasts(day, now)].filter(({ source }) =>
        patternFrom(`^(?:the |el |la )?${escaped(source)}`, 'iu').test(day),
      )
      if (duration === null || origin === undefined) continue
      // In Chinese and Japanese the day comes first.
      const end = match[0].startsWith(day)
        ? match[0].length
        : match[0].length - day.length + day.indexOf(origin.source) + origin.source.length
      add(
        { 0: match[0].slice(0, end), index: match.index },
        away(dayOfIso(origin.date), duration, before === undefined ? 1 : -1),
      )
    }
  }
  for (const match of text.matchAll(ISO)) {
    const [, year, month, day, hour, minute, second = '00', zone] = match
    const read = { year: Number(year), month: Number(month), day: Number(day) }
    if (hour === undefined || minute === undefined) add(match, read)
    else if (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60) {
      const local = localDateTime(read, { hour: Number(hour), minute: Number(minute) })
      add(match, read, zone === undefined ? local : `${isoDay(read)}T${hour}:${minute}:${second}${zone}`)
    }
  }
  for (const match of text.matchAll(CJK_DATE)) {
    const [, year, month = match[5], day = match[4] ?? match[6]] = match
    add(match, inYear(today, countIn(month), countIn(day), year))
  }
  for (const match of text.matchAll(SLASHED)) {
    const day = slashed(match, today, text)
    if (day !== null) add(match, day)
  }
  for (const pattern of MONTHS) {
    for (const match of text.matchAll(pattern)) {
      const { name = '', day = '', year } = match.groups ?? {}
      add(match, inYear(today, monthNamed(name), Number(day) || dayInWords(day.toLowerCase()), year))
    }
  }
  for (const { pattern, months, days } of COUNTED) {
    for (const match of text.matchAll(pattern)) {
      const { n = '1', ago } = match.groups ?? {}
      const count =
        (/^\d+$/.test(n) ? Number(n) : (NUMBERS[n.toLowerCase()] ?? NaN)) * (ago === undefined ? 1 : -1)
      if (!Number.isInteger(count) || Math.abs(count) > 1200) continue
      add(match, months > 0 ? shiftedByMonths(today, count * months) : shifted(today, count * days))
    }
  }
  for (const [pattern, days] of RELATIVE) {
    for (const match of text.matchAll(pattern)) add(match, shifted(today, days))
  }
  for (const [weekday, pattern] of WEEKDAYS.entries())
    for (const match of text.matchAll(pattern)) add(...weekdayIn(match, text, weekday, today))
  for (const match of text.matchAll(DAY_OF_NEXT_MONTH))
    add(match, {
      ...shiftedByMonths({ ...today, day: 1 }, 1),
      day: dayNumber(match.slice(1).find(isText) ?? ''),
    })
  for (const match of text.matchAll(DAY_OF_MONTH)) {
    const day = Number(match.slice(1).find(isText))
    add(match, comingDay(today, day))
  }
  for (const match of text.matchAll(MONTH_END)) add(match, lastOfMonth(today))
  return withoutWeekdays(
    found.sort((a, b) => a.at - b.at),
    text,
  )
}

/** A day of a month in figures or in Chinese: 21, 二十一. */
const dayNumber = (written: string): number => {
  if (/^\d/.test(written)) return Number(written)
  const [, tens, ones = ''] = /^(?:([一二三]?)十)?([一二三四五六七八九]?)$/u.exec(written) ?? []
  const digit = (sign: string): number => NUMBERS[sign] ?? 0
  return (tens === undefined ? 0 : tens === '' ? 10 : digit(tens) * 10) + digit(ones)
}

/** A weekday, with the words beside it that say of which week it is. */
const weekdayIn = (
  match: RegExpExecArray,
  text: string,
  weekday: number,
  today: Day,
): [Pick<RegExpExecArray, 0 | 'index'>, Day] => {
  const [source, week = ''] = match
  const behind = text.slice(match.index + source.length)
  const before = text.slice(0, match.index)
  const beside = WHICH_WEEK.find(
    (one) => one.before?.test(before) === true || one.behind?.test(behind) === true,
  )
  const start = beside?.before?.exec(before)?.[0] ?? ''
  const end = beside?.behind?.exec(behind)?.[0] ?? ''
  const coming = comingWeekday(today, weekday)
  const isTomorrow = isoDay(coming) === isoDay(shifted(today, 1))
  const day = (): Day => {
    if (beside?.which === 'last' || /^(?:上|先)/u.test(week)) {
      const last = shifted(coming, -7)
      return isoDay(last) === isoDay(today) ? shifted(last, -7) : last
    }
    if (/^(?:下下|再来)/u.test(week)) return shifted(nextWeeks(today, weekday), 7)
    if (beside?.which === 'next' || /^[下来]/u.test(week)) return nextWeeks(today, weekday)
    // Tomorrow isn't called "next Saturday".
    return beside?.which === 'later' || (isTomorrow && /^next /iu.test(source)) ? shifted(coming, 7) : coming
  }
  return [{ 0: start + source + end, index: match.index - start.length }, day()]
}

const isWeekday = (source: string): boolean => WEEKDAYS.some((pattern) => source.search(pattern) !== -1)

/** "Monday 30 November" is one day: its weekday says nothing more. */
const withoutWeekdays = (found: readonly FoundDate[], text: string): FoundDate[] =>
  found.flatMap((one, at) => {
    const next = found[at + 1]
    const before = found[at - 1]
    const joins = (first: FoundDate, second: FoundDate): boolean =>
      isWeekday(first.source) &&
      /^[,\s]*$/u.test(text.slice(first.at + first.source.length, second.at)) &&
      !isWeekday(second.source)
    if (next !== undefined && joins(one, next)) return []
    if (before === undefined || !joins(before, one)) return [one]
    return [{ ...one, at: before.at, source: text.slice(before.at, one.at + one.source.length) }]
  })

/** Feasts in `text`, for questions about the calendar: elsewhere, a "Christmas party" is no date. */
export const findFeasts = (text: string, now: Date): Pick<FoundDate, 'source' | 'date'>[] =>
  FEASTS.flatMap(({ pattern, month, day }) => {
    const source = pattern.exec(text)?.[0]
    return source === undefined ? [] : [{ source, date: isoDay(inYear(dayOf(now), month, day, undefined)) }]
  })

const dayInWords = (word: string): number => Math.max(ORDINALS.indexOf(word), SPANISH_DAYS.indexOf(word)) + 1

const countIn = (digits = ''): number => NUMBERS[digits] ?? (Number(digits) || tensIn(digits))

/** Chinese digits above twelve: 二十一. */
const tensIn = (digits: string): number => {
  const [tens = '', ones = ''] = digits.split('十')
  return digits.includes('十') ? 10 * (NUMBERS[tens] ?? 1) + (NUMBERS[ones] ?? 0) : NaN
}

const isText = (group: unknown): group is string => typeof group === 'string'

/** The day in the year that was said, else in this year, or the next one if it has passed. */
const inYear = (today: Day, month: number, day: number, year: string | undefined): Day => {
  if (year !== undefined) return { year: Number(year), month, day }
  const read = { year: today.year, month, day }
  return isoDay(read) < isoDay(today) ? { ...read, year: today.year + 1 } : read
}

/** 24/12 and 12/24 can be one day only; where either part could be the month, the language around it decides, else nothing does. */
const slashed = (match: RegExpExecArray, today: Day, text: string): Day | null => {
  const [source, article, first, second, year] = match
  const [one, other] = [Number(first), Number(second)]
  if (source === '24/7') return null
  const full = year?.length === 2 ? `20${year}` : year
  const isMonthFirst = other > 12 || CJK.test(text)
  if (one > 12 || article !== undefined) return inYear(today, other, one, full)
  return isMonthFirst ? inYear(today, one, other, full) : null
}
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export const monthNamed = (name: string): number => {
  const key = name.toLowerCase().slice(0, 3)
  const english = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').indexOf(key)
  if (english !== -1) return english + 1
  return 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ').indexOf(key) + 1
}

const TIMES: readonly RegExp[] = [
  /(?:(?<![\p{L}])(?:at|around|by|a las|a la|las)\s+)?(?<![\d:T-])(\d{1,2}):(\d{2})(?!\d)\s*(am|pm|a\.m\.|p\.m\.)?(?: h)?/iu,
  /(?:(?<!\p{L})(?:at|around|by)\s+)?(?<![\d.])(\d{1,2})(?:\.(\d{2}))?\s*(am|pm)\b/iu,
  /(?<!\p{L})(?:at|around) (\d{1,2})()(?: ?o'?clock)?(?![\p{L}\d:.]|\s*(?:%|\p{L}+ ?street|st\b))/iu,
  /(?<!\p{L})a las? (\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y (media|cuarto|\d{1,2}))?(?!\p{L})(?:\s+(?:de|por) la (mañana|tarde|noche))?/iu,
]
const CJK_TIME =
  /(上午|下午|晚上|早上|午前|午後|夜|朝)?の?(\d{1,2}|[一二两三四五六七八九十]{1,2})[点點時时](?:(\d{1,2})分|半)?(?:に|までに|から(?=[^\s、。]))?/u

/** How a time of day is written in `text`, or null. */
export const findTime = (text: string): string | null =>
  [...TIMES, CJK_TIME]
    .map((pattern) => pattern.exec(text)?.[0].trim())
    .find((source) => source !== undefined) ?? null

/** A time of day in `text` (`5pm`, `17:30`, `a las 5`, `下午5点`, `15時`), or null. */
const timeIn = (text: string): Time | null => {
  for (const pattern of TIMES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const half = match[3]?.replaceAll('.', '').toLowerCase() ?? ''
    const minute = match[2] === 'media' ? 30 : match[2] === 'cuarto' ? 15 : Number(match[2] ?? 0)
    return toTime(
      NUMBERS[match[1] ?? ''] ?? Number(match[1]),
      minute,
      /tarde|noche|pm/.test(half) ? 'pm' : half,
    )
  }
  const cjk = CJK_TIME.exec(text)
  if (cjk === null) return null
  const hour = NUMBERS[cjk[2] ?? ''] ?? Number(cjk[2])
  const minute = cjk[0].includes('半') ? 30 : Number(cjk[3] ?? 0)
  return toTime(hour, minute, /下午|晚上|午後|夜/u.test(cjk[1] ?? '') ? 'pm' : undefined)
}

const toTime = (hour: number, minute: number, half: string | undefined): Time | null => {
  const read = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  return read < 24 && minute < 60 ? { hour: read, minute } : null
}

const localDateTime = (day: Day, { hour, minute }: Time): string => {
  const offset = -new Date(day.year, day.month - 1, day.day, hour, minute).getTimezoneOffset()
  const size = Math.abs(offset)
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return `${isoDay(day)}T${two(hour)}:${two(minute)}:00${zone}`
}
