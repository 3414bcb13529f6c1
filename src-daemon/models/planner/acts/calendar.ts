import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import type { Grammar } from '../grammar/index.ts'
import { findDates, findFeasts } from '../time/dates.ts'
import { dayOf, dayOfIso, daysBetween, type Day } from '../time/days.ts'
import { withHanDigits } from '../reading/numerals.ts'
import { dayInWords, timeInWords } from '../base/phrases.ts'

/** Answers a question about the calendar, which needs no capability: "what date is in three weeks"; null for any other. */
export const calendarAnswer = (
  message: string,
  { dates }: Grammar,
  language: Language,
  now: Date,
): string | null => {
  if (message.length > 200) return null
  const text = plainly(message, dates, now)
  if (dates.time.test(text)) return say(language, 'planner_time', { time: timeInWords(now, language) })
  const between = dates.between.exec(text)
  const [from, to] = ['from', 'to'].map((name) => dayNamed(between?.groups?.[name], now))
  if (from && to)
    return say(language, 'planner_days_between', {
      count: Math.abs(daysBetween(from, to)),
      from: dayInWords(from, language),
      to: dayInWords(to, language),
    })
  const born = whenIn(dates.age.exec(text), now)
  if (born !== null) return ageInWords(born, now, language)
  const until = whenIn(dates.until.exec(text), now)
  if (until !== null)
    return say(language, 'planner_days', {
      date: dayInWords(until, language),
      count: Math.abs(daysBetween(dayOf(now), until)),
    })
  const day = dayAsked(text, dates, now)
  return day === null ? null : say(language, 'planner_date', { date: dayInWords(day, language) })
}

/** Without what says nothing, with numbers in digits and the year that "next year" means. */
const plainly = (message: string, { weekday, tail }: Grammar['dates'], now: Date): string => {
  const bare = message.trim().replace(/[\s?？.!。！]+$/u, '')
  const text = withHanDigits(bare)
  const whole = /(?:来年の?|明年)(?=\d)/u.test(text)
    ? text.replace(/(?:来年の?|明年)(?=\d)/u, `${String(now.getFullYear() + 1)}年`)
    : text
  // Where the weekday is all that is asked for, it is no tail.
  const rest = whole.replace(tail, '').replace(/[\s,，、]+$/u, '')
  return weekday.test(whole) ? whole : rest
}

/** How old somebody is; null for who isn't born yet. */
const ageInWords = (born: Day, now: Date, language: Language): string | null => {
  const today = dayOf(now)
  const hadBirthday = today.month > born.month || (today.month === born.month && today.day >= born.day)
  const count = today.year - born.year - (hadBirthday ? 0 : 1)
  return count < 0 ? null : say(language, 'planner_age', { count })
}

const dayAsked = (text: string, { weekday, day }: Grammar['dates'], now: Date): Day | null => {
  for (const form of [weekday, day]) {
    const asked = form.exec(text)
    const found = asked === null ? null : (whenIn(asked, now) ?? (isToday(asked) ? dayOf(now) : null))
    if (found !== null) return found
  }
  return null
}

const isText = (group: unknown): group is string => typeof group === 'string'

/** "What day is it" asks for today. */
const isToday = (match: RegExpExecArray): boolean => {
  const when = Object.values(match.groups ?? {}).find(isText) ?? ''
  return when.trim() === '' || /^(?:\s|now|right now|today|hoy|现在|今天|今日|今)*$/iu.test(when)
}

const whenIn = (match: RegExpExecArray | null, now: Date): Day | null => {
  return dayNamed(Object.values(match?.groups ?? {}).find(isText), now)
}

const dayNamed = (when: string | undefined, now: Date): Day | null => {
  if (when === undefined) return null
  const [date] = [...findDates(when, now), ...findFeasts(when, now)]
  // A question about anything else on that day is not about the calendar.
  if (
    date === undefined ||
    when
      .replace(date.source, '')
      .replaceAll(/[\s\p{P}]|的|の|是|は|fall|on|be|it|the|el|la|in|from now|this year|este año|今年/giu, '')
      .length > 3
  )
    return null
  return dayOfIso(date.date)
}
