/** Dates and times people write, in the four languages. Only for fields that hold dates; texts keep the user's words. */

interface Day {
  readonly year: number
  /** 1..12 */
  readonly month: number
  readonly day: number
}
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

/** Sunday first, as in `Date`; the group says which week. */
const WEEKDAYS: readonly RegExp[] = [
  /(?<!\p{L})(?:sunday|domingo)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期日|星期天|周日|日曜日?)/giu,
  /(?<!\p{L})(?:monday|lunes)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期一|周一|月曜日?)/giu,
  /(?<!\p{L})(?:tuesday|martes)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期二|周二|火曜日?)/giu,
  /(?<!\p{L})(?:wednesday|miércoles)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期三|周三|水曜日?)/giu,
  /(?<!\p{L})(?:thursday|jueves)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期四|周四|木曜日?)/giu,
  /(?<!\p{L})(?:friday|viernes)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期五|周五|金曜日?)/giu,
  /(?<!\p{L})(?:saturday|sábado)(?!\p{L})|(下|来週の?|今週の?|这|本)?(?:星期六|周六|土曜日?)/giu,
]
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/\bday after tomorrow\b|(?<!\p{L})pasado mañana(?!\p{L})|后天|明後日|あさって/giu, 2],
  [/\btomorrow\b|(?<!\p{L}|pasado |(?:la|por|esta) )mañana(?!\p{L})|明天|明日/giu, 1],
  [/\btoday\b|\btonight\b|\bhoy\b|今天|今日|今晚/giu, 0],
  [/\byesterday\b|\bayer\b|昨天|昨日/giu, -1],
]
const ISO =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?(?!\d)/g
const CJK_DATE = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]/g

/** Every date in `text`, in order, without overlaps. Impossible dates such as 2026-02-30 are skipped. */
export const findDates = (text: string, now: Date): FoundDate[] => {
  const today: Day = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
  const found: FoundDate[] = []
  const add = (match: RegExpExecArray, day: Day, dateTime?: string): void => {
    const taken = found.some(
      ({ at, source }) => match.index < at + source.length && at < match.index + match[0].length,
    )
    if (taken || !exists(day)) return
    found.push({
      source: match[0],
      at: match.index,
      date: isoDay(day),
      dateTime: dateTime ?? localDateTime(day, timeIn(text) ?? { hour: 0, minute: 0 }),
    })
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
    add(match, { year: Number(match[1] ?? today.year), month: Number(match[2]), day: Number(match[3]) })
  }
  for (const [pattern, days] of RELATIVE) {
    for (const match of text.matchAll(pattern)) add(match, shifted(today, days))
  }
  for (const [weekday, pattern] of WEEKDAYS.entries()) {
    for (const match of text.matchAll(pattern)) {
      const nextWeek = /^(下|来週)/u.test(match[1] ?? '')
      add(
        match,
        nextWeek ? nextWeeks(today, now.getDay(), weekday) : comingWeekday(today, now.getDay(), weekday),
      )
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

/** A time of day in `text` (`5pm`, `17:30`, `a las 5`, `下午5点`, `15時`), or null. */
const timeIn = (text: string): Time | null => {
  const clock = /(?<![\d:T-])(\d{1,2}):(\d{2})(?!\d)\s*(am|pm)?/iu.exec(text)
  if (clock !== null) return toTime(Number(clock[1]), Number(clock[2]), clock[3])
  const english = /(?<!\d)(\d{1,2})\s*(am|pm)\b/iu.exec(text)
  if (english !== null) return toTime(Number(english[1]), 0, english[2])
  const spanish = /\ba las (\d{1,2})(?:\s+de la (mañana|tarde|noche))?/iu.exec(text)
  if (spanish !== null)
    return toTime(Number(spanish[1]), 0, /tarde|noche/.test(spanish[2] ?? '') ? 'pm' : undefined)
  const cjk = /(上午|下午|晚上|午前|午後)?(\d{1,2})[点點時时](?:(\d{1,2})分)?/u.exec(text)
  if (cjk === null) return null
  return toTime(Number(cjk[2]), Number(cjk[3] ?? 0), /下午|晚上|午後/.test(cjk[1] ?? '') ? 'pm' : undefined)
}

const toTime = (hour: number, minute: number, half: string | undefined): Time | null => {
  const pm = half?.toLowerCase() === 'pm'
  const am = half?.toLowerCase() === 'am'
  const read = pm && hour < 12 ? hour + 12 : am && hour === 12 ? 0 : hour
  return read < 24 && minute < 60 ? { hour: read, minute } : null
}

const exists = ({ year, month, day }: Day): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const shifted = ({ year, month, day }: Day, days: number): Day => {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The next such weekday after today; never today itself, for which there is the word "today". */
const comingWeekday = (today: Day, from: number, weekday: number): Day =>
  shifted(today, ((weekday - from + 6) % 7) + 1)

/** That weekday of the week that begins next Monday. */
const nextWeeks = (today: Day, from: number, weekday: number): Day =>
  shifted(today, 7 - ((from + 6) % 7) + ((weekday + 6) % 7))

const two = (value: number): string => String(value).padStart(2, '0')
const isoDay = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

const localDateTime = (day: Day, { hour, minute }: Time): string => {
  const offset = -new Date(day.year, day.month - 1, day.day, hour, minute).getTimezoneOffset()
  const size = Math.abs(offset)
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
  return `${isoDay(day)}T${two(hour)}:${two(minute)}:00${zone}`
}
