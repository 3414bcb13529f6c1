import { LRUCache } from 'lru-cache'
import { linearPattern } from '../../schemas/index.ts'

const REMEMBERED = 256
const MAX_REMEMBERED_LENGTH = 2000
const answers = new LRUCache<string, { readonly problem: string | null }>({ max: REMEMBERED })

/**
 * Why a pattern is not RE2 (linear time, acp.md 6.2); null if it is. Foreign patterns never reach `RegExp`.
 */
export const patternProblem = (pattern: string): string | null => {
  const known = answers.get(pattern)
  if (known !== undefined) return known.problem
  const problem = judge(pattern)
  if (pattern.length <= MAX_REMEMBERED_LENGTH) answers.set(pattern, { problem })
  return problem
}

const judge = (pattern: string): string | null => {
  try {
    linearPattern(pattern, { ignoreCase: true })
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
