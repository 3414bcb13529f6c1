const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** A size in `locale`, e.g. `1.2 MB`. */
export const sizeText = (bytes: number, locale: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1000 ** step)
  return `${number}\u00a0${UNITS[step] ?? 'B'}`
}
