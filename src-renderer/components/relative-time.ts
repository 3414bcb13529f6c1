import { dateLocale } from './dates.ts'

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Creates one formatter per language, because creating one is far slower than using it. */
const perLanguage = <T>(make: (language: string) => T): ((language: string) => T) => {
  const made = new Map<string, T>()
  return (language) => {
    const one = made.get(language) ?? make(language)
    made.set(language, one)
    return one
  }
}
const ago = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const exact = perLanguage(
  (language) => new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeStyle: 'medium' }),
)

/** `at` (ISO 8601) relative to `now` (epoch ms) in `language`; null within the last minute. */
export const relativeTime = (at: string, now: number, language: string): string | null => {
  const seconds = (Date.parse(at) - now) / 1000
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return null
  const [unit, size] = found
  return ago(language).format(Math.trunc(seconds / size), unit)
}

/** The exact time, for hovering. */
export const exactTime = (at: string, language: string): string => exact(language).format(new Date(at))

/** The date alone, written out. */
export const exactDay = (at: string, language: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long' }).format(new Date(at))
