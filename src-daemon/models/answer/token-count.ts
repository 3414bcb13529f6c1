/** More than any request costs; sums of such counts stay exact. */
const MOST = 1_000_000_000

/** A server's count of tokens as a whole number; null if it is none that can be. */
export const tokenCount = (said: unknown): number | null =>
  typeof said === 'number' && said >= 0 && said <= MOST ? Math.round(said) : null
