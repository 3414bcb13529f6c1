const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size as a person reads it in `locale`, e.g. `1.2 MB`. */
export const sizeText = (bytes: number, locale: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'narrow' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
