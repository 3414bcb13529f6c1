/** Digits that people compare at each end of an address. */
const COMPARED = 4

/**
 * The known address that another one looks like without being it: both ends are the same, which is all that people compare. Such addresses
 * are made to be mistaken for it. Null if there is none.
 */
export const lookAlikeOf = (address: string, known: Iterable<string>): string | null => {
  const text = address.toLowerCase()
  for (const one of known) {
    const other = one.toLowerCase()
    if (other !== text && endsOf(other) === endsOf(text)) return one
  }
  return null
}

const endsOf = (address: string): string => {
  const digits = address.replace(/^0x/, '')
  return `${digits.slice(0, COMPARED)}${digits.slice(-COMPARED)}`
}
