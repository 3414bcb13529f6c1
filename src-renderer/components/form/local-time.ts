/** What a `datetime-local` field shows for an ISO time, in this computer's time zone, and the reverse. */
export const toLocalInput = (iso: unknown): string => {
  if (typeof iso !== 'string' || Number.isNaN(Date.parse(iso))) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const fromLocalInput = (local: string): string | undefined =>
  local === '' || Number.isNaN(Date.parse(local)) ? undefined : new Date(local).toISOString()
