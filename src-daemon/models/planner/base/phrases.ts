import type { Language } from '../../../contract/language.ts'
import type { Kind } from './kinds.ts'
import { isoDay, type Day } from '../time/days.ts'

/** A kind as answers name it: `Note`. */
export const titleOfKind = ({ noun }: Pick<Kind, 'noun'>): string =>
  noun === '' ? 'State' : noun.charAt(0).toUpperCase() + noun.slice(1)

/** "Friday, 11 December 2026", as the language writes it. */
export const dayInWords = (day: Day, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeZone: 'UTC',
  }).format(new Date(`${isoDay(day)}T00:00:00Z`))

/** "14:30" */
export const timeInWords = (now: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeStyle: 'short' }).format(now)

/** As many titles as an answer names. */
export const listed = (titles: readonly string[]): string =>
  titles
    .slice(0, 10)
    .map((title) => `\n• ${title}`)
    .join('') + (titles.length > 10 ? '\n• …' : '')
