import { RE2JS } from 're2js'

/** Why a pattern is not RE2 (linear time, acp.md 6.2); null when it is. Patterns of others never reach `RegExp`. */
export const patternProblem = (pattern: string): string | null => {
  if (pattern.length > 2000) return '> 2000'
  try {
    RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
