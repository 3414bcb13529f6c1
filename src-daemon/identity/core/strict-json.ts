/** Why parsers may disagree on a JSON text (identity.md 6). */
export type JsonProblem = 'not_json' | 'duplicate_key' | 'lone_surrogate' | 'not_finite' | 'too_deep'

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: JsonProblem; readonly found: string }

const MAX_DEPTH = 64

/**
 * Parses JSON, refusing what readers disagree on: duplicate keys, lone surrogates, numbers beyond a double, nesting
 * over 64 levels. `JSON.parse` alone takes the last of two equal keys, and so would sign or obey something different from what
 * another reader sees.
 */
export const readStrictJson = (text: string): StrictJson => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    return { ok: false, problem: 'not_json', found: thrown instanceof Error ? thrown.message : '' }
  }
  // From here on the text is well-formed, so the scans below only need to know strings and brackets. The careful ones are
  // for texts that a quick look doesn't clear, which costs a third.
  const { keys, depth } = measure(text)
  const isClear = depth <= MAX_DEPTH && keys === countKeys(value)
  return (
    (isClear ? null : scanKeys(text)) ?? (isPlain(text) ? null : checkValue(value, 0)) ?? { ok: true, value }
  )
}

const [QUOTE, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d]

/** How many keys a text has, equal ones too, and how deep its brackets go. */
const measure = (text: string): { keys: number; depth: number } => {
  let [keys, open, depth] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (isFollowedByColon(text, at)) keys += 1
      at -= 1
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth = Math.max(depth, ++open)
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open -= 1
  }
  return { keys, depth }
}

const countKeys = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let keys = Array.isArray(value) ? 0 : parts.length
  for (const part of parts) keys += countKeys(part)
  return keys
}

/** Whether a text has neither an escaped half of a character nor a number that could be too large. */
const isPlain = (text: string): boolean => text.isWellFormed() && !/\\u|\d{200}|\de/i.test(text)

type Refusal = Extract<StrictJson, { ok: false }>
const refusal = (problem: JsonProblem, found: string): Refusal => ({ ok: false, problem, found })

/** The keys seen so far in each open object; null stands for an array. */
const scanKeys = (text: string): Refusal | null => {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(null)
    else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1) ?? null
      if (keys !== null && isFollowedByColon(text, end)) {
        const key = String(JSON.parse(text.slice(at, end)))
        if (keys.has(key)) return refusal('duplicate_key', key)
        keys.add(key)
      }
      at = end - 1
    }
    if (open.length > MAX_DEPTH) return refusal('too_deep', String(open.length))
  }
  return null
}

/** The position after the closing quote of the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
  let at = text.indexOf('"', start + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

/** Whether an odd number of backslashes stands before it. */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

const isFollowedByColon = (text: string, from: number): boolean => {
  let at = from
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1
  return text[at] === ':'
}

const checkValue = (value: unknown, depth: number): Refusal | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? null : refusal('not_finite', String(value))
  if (typeof value === 'string')
    return value.isWellFormed() ? null : refusal('lone_surrogate', value.toWellFormed())
  if (typeof value !== 'object' || value === null) return null
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value).flat()
  for (const part of parts) {
    const problem = checkValue(part, depth + 1)
    if (problem !== null) return problem
  }
  return null
}
