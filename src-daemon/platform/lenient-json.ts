/**
 * Reads JSON as models and people write it: with code fences, trailing commas, single quotes, unquoted keys, and `True`,
 * `False`, `None`. It never completes anything: truncated JSON stays unreadable.
 *
 * @returns the value, or undefined if reading it would require a guess
 * @example
 * readLenientJson("{'a': [1, 2,],}") // { a: [1, 2] }
 */
export const readLenientJson = (text: string): unknown => {
  const bare = withoutFence(text.trim())
  try {
    return JSON.parse(bare)
  } catch {
    return parseLenient(bare)
  }
}

/** The content of a code fence that is the whole text; any other text as it is. */
export const withoutFence = (text: string): string =>
  /^```[\w+-]*[ \t]*\r?\n?([\s\S]*?)\r?\n?```$/.exec(text.trim())?.[1]?.trim() ?? text

/** Arguments never nest deeper than this. */
const DEEPEST = 64

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
])

const parseLenient = (text: string): unknown => {
  const reader = createValueReader(text)
  try {
    const value = reader.value(0)
    return reader.atEnd() ? value : undefined
  } catch (thrown) {
    if (thrown instanceof Unreadable) return undefined
    throw thrown
  }
}

/** Aborts the reading at any depth. */
export class Unreadable extends Error {}

/** Reads one value after another from a text. `value` throws `Unreadable` instead of guessing. */
export const createValueReader = (text: string) => {
  let at = 0

  const skip = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1
  }
  const take = (expected: string): boolean => {
    skip()
    if (!text.startsWith(expected, at)) return false
    at += expected.length
    return true
  }
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }

  const value = (depth: number): unknown => {
    if (depth > DEEPEST) throw new Unreadable()
    skip()
    if (take('{')) return object(depth)
    if (take('[')) return list(depth)
    if (text[at] === '"' || text[at] === "'") return string()
    const number = match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
    if (number !== null) return Number(number)
    const word = match(/[A-Za-z]+(?!\w)/y)
    if (word === null || !WORDS.has(word)) throw new Unreadable()
    return WORDS.get(word)
  }

  const object = (depth: number): Record<string, unknown> => {
    const entries: [string, unknown][] = []
    while (!take('}')) {
      skip()
      const key = text[at] === '"' || text[at] === "'" ? string() : match(/[A-Za-z_]\w*/y)
      if (key === null || !take(':')) throw new Unreadable()
      entries.push([key, value(depth + 1)])
      if (!take(',') && text[at] !== '}') throw new Unreadable()
    }
    // A duplicate key: choosing one would be a guess.
    if (new Set(entries.map(([key]) => key)).size !== entries.length) throw new Unreadable()
    return Object.fromEntries(entries)
  }

  const list = (depth: number): unknown[] => {
    const items: unknown[] = []
    while (!take(']')) {
      items.push(value(depth + 1))
      if (!take(',') && text[at] !== ']') throw new Unreadable()
    }
    return items
  }

  const string = (): string => {
    const quote = text[at] ?? ''
    at += 1
    let said = ''
    for (;;) {
      const character = text[at]
      if (character === undefined) throw new Unreadable()
      at += 1
      if (character === quote) return said
      said += character === '\\' ? escaped() : character
    }
  }

  const escaped = (): string => {
    const character = text[at] ?? ''
    at += 1
    if (character !== 'u') return ESCAPES.get(character) ?? unknownEscape(character)
    const code = match(/[0-9a-fA-F]{4}/y)
    if (code === null) throw new Unreadable()
    return String.fromCharCode(Number.parseInt(code, 16))
  }

  return {
    value,
    take,
    match: (pattern: RegExp): string | null => {
      skip()
      return match(pattern)
    },
    atEnd: (): boolean => {
      skip()
      return at === text.length
    },
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
])

const unknownEscape = (character: string): never => {
  throw new Unreadable(character)
}
