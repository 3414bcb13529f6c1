import { linearPattern, type LinearPattern } from './patterns.ts'

/**
 * Compiles a `pattern` as JSON Schemas have them, of ECMA-262 or what other languages write instead, for RE2.
 *
 * @throws Error with the reason, if RE2 doesn't know it (lookaheads, back references) or it repeats too much
 */
export const foreignPattern = (pattern: string): LinearPattern => linearPattern(inRe2(pattern))

/** Whether it is a pattern of ECMA-262, as schemas sent to others must have. It is only parsed, never run. */
export const isEcmaPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

/** Escapes and classes that RE2 writes differently; other escapes are skipped as a whole. */
const inRe2 = (pattern: string): string =>
  pattern.replace(
    /\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|\\u([\da-fA-F]{4})|\\u\{([\da-fA-F]{1,6})\}|\\(Z)|\\([pP])\{(?:Script|sc|Script_Extensions|scx|General_Category|gc)=(\w+)\}|\\[\s\S]|\[\^\]/g,
    (
      whole: string,
      high?: string,
      low?: string,
      four?: string,
      code?: string,
      end?: string,
      property?: string,
      value?: string,
    ) => {
      if (high !== undefined && low !== undefined) return `\\x{${pair(high, low)}}`
      if (four !== undefined || code !== undefined) return `\\x{${four ?? code ?? ''}}`
      if (end !== undefined) return '\\z'
      if (property !== undefined) return `\\${property}{${value ?? ''}}`
      return whole === '[^]' ? '[\\s\\S]' : whole
    },
  )

const pair = (high: string, low: string): string =>
  (((parseInt(high, 16) - 0xd800) << 10) + parseInt(low, 16) - 0xdc00 + 0x10000).toString(16)
