const SPACE = /[ \t\r\n]*/y
const TOKEN =
  /([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What may come next: a value (or the end of an empty list), a name (or the end of an empty object), a colon, or what follows a value. */
type Expected = 'value' | 'first_value' | 'name' | 'first_name' | 'colon' | 'next'

/**
 * Where a text stops being JSON, as `JSON.parse` does not always say: the line and column, from 1, of the first token that cannot
 * stand there, or of the end of a text that is cut off. Null for JSON.
 */
export const jsonMistake = (text: string): { readonly line: number; readonly column: number } | null => {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  for (let at = skip(text, 0); at < text.length; at = skip(text, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    const next: Expected | null = found === null ? null : step(open, expected, found[1], found[2])
    if (next === null) return placeOf(text, at)
    expected = next
  }
  return open.length === 0 && expected === 'next' ? null : placeOf(text, text.length)
}

/** What may come after a token; null where it cannot stand. Keeps what is `open`. */
const step = (
  open: ('{' | '[')[],
  expected: Expected,
  sign: string | undefined,
  name: string | undefined,
): Expected | null => {
  const inside = open.at(-1)
  if (expected === 'value' || expected === 'first_value') {
    if (sign === undefined) return 'next'
    if (sign === '{' || sign === '[') {
      open.push(sign)
      return sign === '{' ? 'first_name' : 'first_value'
    }
  }
  if ((expected === 'name' || expected === 'first_name') && name !== undefined) return 'colon'
  if (expected === 'colon' && sign === ':') return 'value'
  if (expected === 'next' && sign === ',' && inside !== undefined) return inside === '{' ? 'name' : 'value'
  if (!isEnd(sign, inside, expected)) return null
  open.pop()
  return 'next'
}

const skip = (text: string, from: number): number => {
  SPACE.lastIndex = from
  SPACE.exec(text)
  return SPACE.lastIndex
}

const isEnd = (sign: string | undefined, inside: '{' | '[' | undefined, expected: Expected): boolean =>
  (sign === '}' && inside === '{' && (expected === 'next' || expected === 'first_name')) ||
  (sign === ']' && inside === '[' && (expected === 'next' || expected === 'first_value'))

const placeOf = (text: string, at: number): { line: number; column: number } => {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
