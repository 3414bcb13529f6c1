import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import type { Grammar } from '../grammar/index.ts'
import { findDates, findFeasts } from '../time/dates.ts'
import { dayOf, dayOfIso, daysBetween, type Day } from '../time/days.ts'
import { dayInWords, timeInWords } from '../base/phrases.ts'

/** Answers a question about the calendar, which needs no capability: "what date is in three weeks"; null for any other. */
export const calendarAnswer = (
  message: string,
  { dates }: Grammar,
  language: Language,
  now: Date,
): string | null => {
  if (message.length > 200) return null
  const text = message.trim().replace(/[\s?？.!。！]+$/u, '')
  if (dates.time.test(text)) return say(language, 'planner_time', { time: timeInWords(now, language) })
  const between = dates.between.exec(text)
  const [from, to] = ['from', 'to'].map((name) => dayNamed(between?.groups?.[name], now))
  if (from && to)
    return say(language, 'planner_days_between', {
      count: Math.abs(daysBetween(from, to)),
      from: dayInWords(from, language),
      to: dayInWords(to, language),
    })
  const until = whenIn(dates.until.exec(text), now)
  if (until !== null)
    return say(language, 'planner_days', {
      date: dayInWords(until, language),
      count: Math.abs(daysBetween(dayOf(now), until)),
    })
  const day = dayAsked(text, dates, now)
  return day === null ? null : say(language, 'planner_date', { date: dayInWords(day, language) })
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
