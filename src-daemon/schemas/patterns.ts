import { patternLibrary } from './libraries.ts'

const MAX_LENGTH = 2000
/**
 * Maximum number of instructions of a compiled pattern, the factor of its linear running time: two hundred of `(a?…)`
 * made one message take 25 s. A whole alphabet of alternatives stays well below.
 */
const MAX_PROGRAM = 3000

/** A pattern that runs in time linear in text and program. */
export interface LinearPattern {
  /** Instructions it is compiled to. */
  readonly size: number
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean
}

/**
 * Compiles a foreign pattern for RE2; it never reaches `RegExp`.
 *
 * @throws Error with the reason, if it isn't RE2 or repeats too much
 */
export const linearPattern = (pattern: string, options: { ignoreCase?: boolean } = {}): LinearPattern => {
  if (pattern.length > MAX_LENGTH)
    throw new Error(`the pattern is longer than ${String(MAX_LENGTH)} characters`)
  // Compiling what repeats most takes a second, so it is estimated before.
  if (estimatedSize(pattern) > MAX_PROGRAM) throw repeatsTooMuch(pattern)
  const { RE2JS } = patternLibrary()
  const compiled = RE2JS.compile(pattern, options.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0)
  const size = compiled.programSize()
  if (size > MAX_PROGRAM) throw repeatsTooMuch(pattern)
  // Not its `test`, whose states an attacker can multiply, which slows it down without a known limit.
  return { size, test: (text) => compiled.matcher(text).find() }
}

const repeatsTooMuch = (pattern: string): Error =>
  new Error(`the pattern ${pattern.slice(0, 40)} repeats too much`)

/** About how many instructions a pattern is compiled to: its characters, times the counts of `{…}` around them. */
export const estimatedSize = (pattern: string): number => {
  const outer: { before: number; last: number }[] = []
  let sum = 0
  /** Of the character or group before, which a count repeats. */
  let last = 0
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    if (token === '(') {
      outer.push({ before: sum, last })
      sum = 0
      last = 0
    } else if (token === ')') {
      last = sum + 2
      sum = (outer.pop()?.before ?? 0) + last
    } else if (least !== undefined) {
      const repeated = last * Math.max(1, Number(most ?? '') || Number(least))
      sum += repeated - last
      last = repeated
    } else {
      last = 1
      sum += 1
    }
  }
  return sum + outer.reduce((total, { before }) => total + before, 0)
}

/** A count, a class, an escaped character, or a single character. */
const TOKEN = /\{(\d+)(?:,(\d*))?\}|\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[\s\S]/g
