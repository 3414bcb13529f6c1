const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
const ISO = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/

/** An ISO 8601 duration in words of `locale`: `P30D` is "30 days". An invalid one is returned unchanged. */
export const durationLabel = (iso: string, locale: string): string => {
  const parts = ISO.exec(iso)
  if (parts === null) return iso
  const words = UNITS.flatMap((unit, n) => {
    const value = Number(parts[n + 1] ?? 0)
    return value === 0
      ? []
      : [
          new Intl.NumberFormat(locale, {
            style: 'unit',
            unit: unit.slice(0, -1),
            unitDisplay: 'long',
          }).format(value),
        ]
  })
  return words.length === 0 ? iso : new Intl.ListFormat(locale, { type: 'unit' }).format(words)
}
