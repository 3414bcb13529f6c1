import type { Grammar } from '../grammar/index.ts'
import { findDates } from '../time/dates.ts'

/**
 * A message without the date that its next words correct: "move it to Monday, no, Tuesday" is about Tuesday. Whatever stands in
 * quotes stays.
 */
export const withoutCorrected = (message: string, { corrected }: Grammar, now: Date): string => {
  if (message.length > MOST || /["“«「『]/u.test(message)) return message
  const dates = findDates(message, now)
  return dates.slice(0, -1).reduceRight((text, date, at) => {
    const next = dates[at + 1]
    if (next === undefined) return text
    const between = text.slice(date.at + date.source.length, next.at)
    return corrected.test(between) ? text.slice(0, date.at) + text.slice(next.at) : text
  }, message)
}
const MOST = 300
