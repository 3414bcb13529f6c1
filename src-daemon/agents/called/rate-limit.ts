import { LRUCache } from 'lru-cache'

/** Allows a burst per key, and after that so many requests a minute. */
export interface RateLimit {
  take(key: string): boolean
  /** Whether `take` would allow one now. */
  has(key: string): boolean
}

/** Maximum number of keys; the least recently used one is dropped, and starts again. */
const MAX_KEYS = 1000

/** @param now milliseconds of a monotonic clock */
export const createRateLimit = ({
  burst,
  perMinute,
  now,
}: {
  readonly burst: number
  readonly perMinute: number
  readonly now: () => number
}): RateLimit => {
  /** What each key has left, and when that was computed. */
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: MAX_KEYS })

  const leftOf = (key: string, at: number): number => {
    const bucket = buckets.get(key)
    if (bucket === undefined) return burst
    return Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) * perMinute) / 60_000)
  }

  return {
    take: (key) => {
      const at = now()
      const left = leftOf(key, at)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at })
      return left >= 1
    },
    has: (key) => leftOf(key, now()) >= 1,
  }
}
