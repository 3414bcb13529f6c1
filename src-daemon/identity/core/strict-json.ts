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
  // From here on the text is well-formed, so the scan below only needs to know strings and brackets.
  return scanKeys(text) ?? checkValue(value, 0) ?? { ok: true, value }
}

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
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
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
