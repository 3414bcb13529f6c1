/** Every spelling the validator lets in, also those RFC 3339 does not know: `+0200`, `+02`. */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt\s](\d{2}:\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)$/

/**
 * The instant an RFC 3339 date-time stands for, as UTC text that sorts by time and is equal for equal instants; null when
 * it is none. Fractions of a second keep every digit.
 */
export const toInstant = (value: unknown): string | null => {
  const [whole, date, minutes, seconds, fraction, hours, rest = '00'] =
    (typeof value === 'string' && DATE_TIME.exec(value)) || []
  if (whole === undefined) return null
  // Seconds stay out of the arithmetic: a leap second (:60) is a valid date-time and not a valid Date.
  const utc = new Date(`${date ?? ''}T${minutes ?? ''}:00${hours === undefined ? 'Z' : `${hours}:${rest}`}`)
  if (Number.isNaN(utc.getTime())) return null
  const digits = fraction?.replace(/0+$/, '') ?? ''
  return `${utc.toISOString().slice(0, -7)}${seconds ?? ''}${digits === '' ? '' : `.${digits}`}`
}
