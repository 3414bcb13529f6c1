import { LRUCache } from 'lru-cache'

/** Lets through so many at once, and after that so many a minute, of each key. */
export interface RateLimit {
  take(key: string): boolean
}

/** Keys kept; the one not used the longest goes first, and begins anew. */
const MAX_KEYS = 1000

/** @param now milliseconds, from a clock that is never set back */
export const createRateLimit = ({
  burst,
  perMinute,
  now,
}: {
  readonly burst: number
  readonly perMinute: number
  readonly now: () => number
}): RateLimit => {
  /** What is left of each, and when that was. */
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: MAX_KEYS })

  return {
    take: (key) => {
      const at = now()
      const bucket = buckets.get(key) ?? { left: burst, at }
      const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) * perMinute) / 60_000)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at })
      return left >= 1
    },
  }
}
