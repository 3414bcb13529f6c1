import { monthNamed } from './dates.ts'
import { dayOf, isoDay, lastOfMonth, mondayOf, shifted, shiftedByMonths, type Day } from './days.ts'
import { MONTH_ALONE } from './words.ts'

/** Spans of days that questions name: "next month", "in December", "this weekend". */

export interface DayRange {
  readonly source: string
  readonly from: string
  readonly to: string
}

/** The span that `text` names; null if it names none. */
export const findRange = (text: string, now: Date): DayRange | null => {
  const today = dayOf(now)
  const spans: readonly (readonly [RegExp, () => readonly [Day, Day]])[] = [
    [THIS_MONTH, () => monthOf(today)],
    [NEXT_MONTH, () => monthOf(shiftedByMonths({ ...today, day: 1 }, 1))],
    [SEVEN_DAYS, () => [today, shifted(today, 7)]],
    [WEEKEND, () => [shifted(mondayOf(today), 5), shifted(mondayOf(today), 6)]],
  ]
  for (const [pattern, days] of spans) {
    const source = pattern.exec(text)?.[0]
    if (source !== undefined) return rangeOf(source, days())
  }
  for (const pattern of MONTH_ALONE) {
    const match = pattern.exec(text)
    if (match === null) continue
    const name = match.groups?.['name'] ?? ''
    const month = /^\d/.test(name) ? Number(name) : monthNamed(name)
    if (month < 1 || month > 12) continue
    const year = month < today.month ? today.year + 1 : today.year
    return rangeOf(match[0], monthOf({ year, month, day: 1 }))
  }
  return null
}

const THIS_MONTH = /\bthis month\b|\beste mes\b|这个?月|本月|今月/iu
const NEXT_MONTH = /\bnext month\b|\bel mes que viene\b|(?<!\p{L})el próximo mes|下个?月|来月/iu
const SEVEN_DAYS =
  /\b(?:the )?(?:next|coming) (?:seven|7|few) days\b|(?:los )?próximos (?:siete|7) días|(?:接下来|未来|今后)(?:的)?(?:七天|7天|一周|一个?星期)|(?:これから|今後|向こう)の?(?:[7七]日間|一?週間|1週間)/iu
const WEEKEND =
  /\b(?:this |the |over the )?weekend\b|\b(?:este )?fin(?:de\b| de semana\b)|(?:这个?)?周末|週末/iu

const monthOf = (day: Day): readonly [Day, Day] => [{ ...day, day: 1 }, lastOfMonth(day)]
const rangeOf = (source: string, [from, to]: readonly [Day, Day]): DayRange => ({
  source,
  from: isoDay(from),
  to: isoDay(to),
})
