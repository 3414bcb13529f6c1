import { language } from '../i18n/index.ts'

/** English dates are day, month, year, as in what the daemon says and exports. */
const locale = (): string => (language() === 'en' ? 'en-GB' : language())

/** A day (ISO 8601) without a time; it is the same in every time zone. */
export const dayText = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))

/** A moment (ISO 8601), in the time zone of this computer. */
export const momentText = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
