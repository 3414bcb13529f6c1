import { formsOf } from './secret-forms.ts'

/** Where secrets are in a text: from, and to before. Places are in order and don't overlap. */
type Places = readonly (readonly [start: number, end: number])[]

/** Finds texts, and what programs commonly make of them. */
export interface SecretFinder {
  places(text: string): Places
  /** Whether a number, or one of its fractions, is a secret of digits alone. */
  isNumber(value: number): boolean
  /** Whether texts are parts of a secret that together make one of its forms, in any order. */
  isInParts(parts: readonly string[]): boolean
  /** How much of a text can be judged before it goes on. */
  settled(text: string): number
}

/** All forms are found by their first characters. */
const KEY = 4
/** Secrets of fewer letters and digits are found only as they are written. */
const SHORTEST_LOOSE = 8
/** What may stand between two letters of a secret: line breaks, blanks, hyphens, quotes, the indentation of a list. */
const WIDEST_GAP = 16
/** Up to here, a text of letters alone or digits alone, and up to the other any text, is part of longer words by chance. */
const LONGEST_WORD = 7
const LONGEST_ANY_WORD = 5
/** Of a secret in parts; a single letter is part of anything. */
const SHORTEST_PIECE = 2
/** How much longer than its letters and digits such a part may be. */
const WIDEST_PART = 2
/** Words of a recovery phrase, between which its list may have numbers. */
const FEWEST_WORDS = 6

interface Pattern {
  readonly text: string
  /** Counts only if no letter or digit is beside it. */
  readonly isWord: boolean
}

/**
 * Finds `secrets` in any of their forms, ignoring case and width, and those with enough letters and digits whatever else stands between
 * these. A text is read three times at most, however many secrets there are, and nothing is made of it: 1 MB takes some 10 ms.
 */
export const createSecretFinder = (secrets: ReadonlySet<string>): SecretFinder => {
  const forms = formsOf(secrets).map((form) => ({ text: folded(form), isWord: isWordAlone(form) }))
  const written = indexOf(forms, ANY)
  const loose = indexOf(
    forms.flatMap(({ text }) => looseOf(text, LETTER | DIGIT)),
    LETTER | DIGIT,
  )
  const phrases = indexOf(
    [...secrets].filter(isPhrase).flatMap((phrase) => looseOf(folded(phrase), LETTER)),
    LETTER,
  )
  const numbers = new Set(
    [...secrets]
      .filter((secret) => /^[\d\s-]{4,}$/.test(secret))
      .map((secret) => secret.replaceAll(/\D/g, '')),
  )

  const places = (text: string): Places => {
    const found: [number, number][] = []
    for (const index of [written, loose, phrases])
      search(text, index, (start, end, { isWord }) => {
        if (!isWord || isApart(text, start, end)) found.push([start, end])
      })
    return merged(found)
  }

  const settled = (given: string): number => {
    const text = folded(given)
    const { letters, positions } = partsOf(text, LETTER | DIGIT)
    let end = text.length
    for (let at = Math.max(0, text.length - written.longest); at < end; at += 1)
      if (written.all.some((form) => form.text.startsWith(text.slice(at)))) end = at
    const last = positions.at(-1) ?? 0
    const goesOn = text.length - last <= WIDEST_GAP
    for (let at = Math.max(0, letters.length - loose.longest); goesOn && at < letters.length; at += 1) {
      const start = positions[at] ?? 0
      if (start < end && loose.all.some((form) => form.text.startsWith(letters.slice(at)))) end = start
    }
    for (const [start, to] of places(given)) if (start < end && to > end) end = start
    return end
  }

  return {
    places,
    isInParts: (parts) => {
      // Longer texts are no part of any.
      const short = parts.filter(({ length }) => length <= WIDEST_PART * loose.longest)
      const letters = short.map((part) => partsOf(folded(part), LETTER | DIGIT).letters)
      const pieces = [...new Set(letters)].filter(({ length }) => length >= SHORTEST_PIECE)
      return pieces.length > 1 && loose.all.some(({ text }) => isMadeOf(text, pieces))
    },
    isNumber: (value) => numbers.size > 0 && numbers.has(String(Math.abs(value))),
    settled,
  }
}

/** Whether `text` can be laid out with some of `pieces`, one after another. */
const isMadeOf = (text: string, pieces: readonly string[]): boolean => {
  const fitting = pieces.filter((piece) => text.includes(piece))
  if (fitting.reduce((sum, { length }) => sum + length, 0) < text.length) return false
  const reached = new Set([0])
  for (let at = 0; at < text.length; at += 1)
    if (reached.has(at))
      for (const piece of fitting) if (text.startsWith(piece, at)) reached.add(at + piece.length)
  return reached.has(text.length)
}

/** Patterns of which a text may have more than characters of the kinds in `parts` between two, by the hash of their start. */
interface Index {
  readonly parts: number
  readonly longest: number
  readonly all: readonly Pattern[]
  readonly byStart: ReadonlyMap<number, readonly Pattern[]>
  /** Whether `byStart` has a hash. */
  readonly starts: Uint8Array
}

const indexOf = (patterns: readonly Pattern[], parts: number): Index => {
  const all = [...new Map(patterns.map((one) => [one.text, one])).values()]
  const byStart = Map.groupBy(all, ({ text }) => hashOfStart(text))
  const starts = new Uint8Array(1 << 16)
  for (const hash of byStart.keys()) starts[hash] = 1
  return { parts, longest: Math.max(0, ...all.map(({ text }) => text.length)), all, byStart, starts }
}

/** Of the last four characters: each is shifted out by the fourth after it. */
const hashWith = (hash: number, code: number): number => ((hash << 4) ^ code) & 0xffff
const hashOfStart = (text: string): number =>
  [...Array(KEY).keys()].reduce((hash, at) => hashWith(hash, text.charCodeAt(at)), 0)

/** Calls `found` with each place of each pattern: where it starts, and where the text goes on. */
const search = (
  text: string,
  { parts, all, byStart, starts }: Index,
  found: (start: number, end: number, pattern: Pattern) => void,
): void => {
  if (all.length === 0) return
  // Where the last four characters that count stand.
  const [codes, kinds] = [FOLDED, KINDS]
  let [first, second, third, fourth] = [-1, -1, -1, -1]
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = codes[text.charCodeAt(at)] as number
    if (((kinds[code] as number) & parts) === 0) continue
    first = second
    second = third
    third = fourth
    fourth = at
    hash = hashWith(hash, code)
    if (starts[hash] !== 1 || first < 0) continue
    for (const pattern of byStart.get(hash) ?? []) {
      const end = endOf(text, first, pattern.text, parts)
      if (end !== null) found(first, end, pattern)
    }
  }
}

/** Where a pattern that starts at `start` ends; null if it isn't there. */
const endOf = (text: string, start: number, pattern: string, parts: number): number | null => {
  let at = start
  for (let n = 0; n < pattern.length; n += 1) {
    const until = Math.min(text.length, at + 1 + (n === 0 ? 0 : WIDEST_GAP))
    while (at < until && ((KINDS[FOLDED[text.charCodeAt(at)] ?? 0] ?? 0) & parts) === 0) at += 1
    if (at >= until || FOLDED[text.charCodeAt(at)] !== pattern.charCodeAt(n)) return null
    at += 1
  }
  return at
}

/** The characters of some kinds in a folded text, and where they stand in it. */
const partsOf = (
  text: string,
  parts: number,
): { readonly letters: string; readonly positions: readonly number[] } => {
  const positions = [...Array(text.length).keys()].filter((at) => isOf(text, at, parts))
  return { letters: positions.map((at) => text.charAt(at)).join(''), positions }
}

const looseOf = (text: string, parts: number): readonly Pattern[] => {
  const { letters } = partsOf(text, parts)
  return letters.length >= SHORTEST_LOOSE ? [{ text: letters, isWord: false }] : []
}

/** Kinds of characters, as bits. Everything beyond ASCII is a letter, except blanks, marks and what isn't seen. */
const [ANY, LETTER, DIGIT] = [1, 2, 4]
const SEPARATORS: ReadonlySet<number> = new Set([0xa0, 0xad, 0xb7, 0x3000, 0x3001, 0x3002, 0x30fb, 0xfeff])
const kindOf = (code: number): number => {
  if (code >= 48 && code <= 57) return ANY | DIGIT
  const isLetter =
    (code >= 97 && code <= 122) ||
    (code > 127 && !SEPARATORS.has(code) && !(code >= 0x2000 && code <= 0x206f))
  return isLetter ? ANY | LETTER : ANY
}

/** Small, and of usual width. */
const foldedCode = (code: number): number => {
  const narrow = code >= 0xff01 && code <= 0xff5e ? code - 0xfee0 : code
  const small = String.fromCharCode(narrow).toLowerCase()
  // One letter becomes two: `İ`.
  return small.length === 1 ? small.charCodeAt(0) : narrow
}

/** Tables, since each character of all that others say is looked up. */
const CODES = 1 << 16
const FOLDED = Uint16Array.from({ length: CODES }, (_, code) => foldedCode(code))
const KINDS = Uint8Array.from({ length: CODES }, (_, code) => kindOf(code))

/** A text with all characters small and of usual width: it has the same length. */
const folded = (text: string): string =>
  [...Array(text.length).keys()].map((at) => String.fromCharCode(FOLDED[text.charCodeAt(at)] ?? 0)).join('')

/** Whether a text has a character of some kinds at a place. */
const isOf = (text: string, at: number, parts: number): boolean =>
  at >= 0 && at < text.length && ((KINDS[FOLDED[text.charCodeAt(at)] ?? 0] ?? 0) & parts) !== 0

/** Whether a form is found by chance within longer words. */
const isWordAlone = (form: string): boolean =>
  form.length <= LONGEST_ANY_WORD
    ? /^[\p{L}\p{N}]+$/u.test(form)
    : form.length <= LONGEST_WORD && /^(?:\p{L}+|\p{N}+)$/u.test(form)

/** A letter that ends an escape, such as `\n` or `%20`, isn't part of the word after it. */
const ESCAPE_BEFORE = /(?:\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/i
const isApart = (text: string, start: number, end: number): boolean => {
  if (isOf(text, end, LETTER | DIGIT)) return false
  return (
    !isOf(text, start - 1, LETTER | DIGIT) || ESCAPE_BEFORE.test(text.slice(Math.max(0, start - 6), start))
  )
}

const isPhrase = (secret: string): boolean => {
  const words = secret.trim().split(/[\s,;]+/)
  return words.length >= FEWEST_WORDS && words.every((word) => /^\p{L}+$/u.test(word))
}

const merged = (found: readonly (readonly [number, number])[]): Places => {
  const places: [number, number][] = []
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = places.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else places.push([start, end])
  }
  return places
}
