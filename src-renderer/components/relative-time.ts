const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `at` (ISO 8601) as seen from `now` (epoch ms), in words of `language`; null within the last minute. */
export const relativeTime = (at: string, now: number, language: string): string | null => {
  const seconds = (Date.parse(at) - now) / 1000
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return null
  const [unit, size] = found
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** The exact time, for hovering. */
export const exactTime = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(new Date(at))
