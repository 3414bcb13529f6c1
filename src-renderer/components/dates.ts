import { language } from '../i18n/index.ts'

/** The locale of dates: English ones are day, month, year, as in what the daemon says and exports. */
export const dateLocale = (of: string = language()): string => (of === 'en' ? 'en-GB' : of)

/** A day (ISO 8601) without a time; it is the same in every time zone. */
export const dayText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))

/** A moment (ISO 8601), in the time zone of this computer. */
export const momentText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
