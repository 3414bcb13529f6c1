import { RE2JS } from 're2js'
import { LRUCache } from 'lru-cache'

const MAX_LENGTH = 2000
/**
 * Linear time is text times program size, and counted repeats make a program far larger than its pattern: two
 * hundred of `(a?…)` made one message take 25 s. A whole alphabet of alternatives stays well below.
 */
const MAX_PROGRAM = 3000

const REMEMBERED = 256
const answers = new LRUCache<string, { readonly problem: string | null }>({ max: REMEMBERED })

/**
 * Why a pattern is not RE2 (linear time, acp.md 6.2); null if it is. Foreign patterns never reach `RegExp`.
 */
export const patternProblem = (pattern: string): string | null => {
  const known = answers.get(pattern)
  if (known !== undefined) return known.problem
  const problem = judge(pattern)
  if (pattern.length <= MAX_LENGTH) answers.set(pattern, { problem })
  return problem
}

const judge = (pattern: string): string | null => {
  if (pattern.length > MAX_LENGTH) return `> ${String(MAX_LENGTH)}`
  // The counts alone reveal the worst patterns, before compiling takes a second.
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(
    ([, least = '', most = '']) => Number(most) || Number(least),
  )
  if (repeats.reduce((sum, count) => sum + count, 0) > MAX_PROGRAM) return `{…} > ${String(MAX_PROGRAM)}`
  try {
    const size = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize()
    return size > MAX_PROGRAM ? `${String(size)} > ${String(MAX_PROGRAM)}` : null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
