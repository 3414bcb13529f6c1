import { formsOf } from './secret-forms.ts'

/** Where secrets are in a text: from, and to before. Places are in order and don't overlap. */
type Places = readonly (readonly [start: number, end: number])[]

/** Finds texts, and what programs commonly make of them. */
export interface SecretFinder {
  places(text: string): Places
  /** Whether a number, or one of its fractions, is a secret of digits alone. */
  isNumber(value: number): boolean
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
/** Words of a recovery phrase, between which its list may have numbers. */
const FEWEST_WORDS = 6

interface Pattern {
  readonly text: string
  /** Counts only if no letter or digit is beside it. */
  readonly isWord: boolean
}

/**
 * Finds `secrets` in any of their forms, ignoring case and width, and those with enough letters and digits whatever else stands between
 * these. A text is read three times at most, however many secrets there are.
 */
export const createSecretFinder = (secrets: ReadonlySet<string>): SecretFinder => {
  const forms = formsOf(secrets).map((form) => ({ text: folded(form), isWord: isWordAlone(form) }))
  const written = indexOf(forms)
  const loose = indexOf(forms.flatMap(({ text }) => looseOf(text, isLetterOrDigit)))
  const phrases = indexOf(
    [...secrets].filter(isPhrase).flatMap((phrase) => looseOf(folded(phrase), isLetter)),
  )
  const numbers = new Set(
    [...secrets]
      .filter((secret) => /^[\d\s-]{4,}$/.test(secret))
      .map((secret) => secret.replaceAll(/\D/g, '')),
  )

  const places = (given: string): Places => {
    const text = folded(given)
    const found: [number, number][] = []
    search(text, written, (start, { text: { length }, isWord }) => {
      if (!isWord || isApart(text, start, start + length)) found.push([start, start + length])
    })
    if (loose.size > 0) searchLoosely(text, isLetterOrDigit, loose, found)
    if (phrases.size > 0) searchLoosely(text, isLetter, phrases, found)
    return merged(found)
  }

  const settled = (given: string): number => {
    const text = folded(given)
    const { letters, positions } = lettersOf(text, isLetterOrDigit)
    const longest = Math.max(0, ...loose.all.map(({ text: { length } }) => length))
    let end = text.length
    for (let at = Math.max(0, text.length - written.longest); at < end; at += 1)
      if (written.all.some((form) => form.text.startsWith(text.slice(at)))) end = at
    const last = positions[letters.length - 1] ?? 0
    const goesOn = text.length - last <= WIDEST_GAP
    for (let at = Math.max(0, letters.length - longest); goesOn && at < letters.length; at += 1) {
      const start = positions[at] ?? 0
      if (start < end && loose.all.some((form) => form.text.startsWith(letters.slice(at)))) end = start
    }
    for (const [start, to] of places(given)) if (start < end && to > end) end = start
    return end
  }

  return {
    places,
    isNumber: (value) => numbers.size > 0 && numbers.has(String(Math.abs(value))),
    settled,
  }
}

/** Patterns by the hash of their first characters, the longest first. */
interface Index {
  readonly size: number
  readonly longest: number
  readonly all: readonly Pattern[]
  readonly starts: Uint8Array
  readonly byStart: ReadonlyMap<string, readonly Pattern[]>
}

const indexOf = (patterns: readonly Pattern[]): Index => {
  const all = [...new Map(patterns.map((one) => [one.text, one])).values()].toSorted(
    (a, b) => b.text.length - a.text.length,
  )
  const starts = new Uint8Array(1 << 16)
  for (const { text } of all) starts[hashOfStart(text)] = 1
  const byStart = Map.groupBy(all, ({ text }) => text.slice(0, KEY))
  return { size: all.length, longest: all[0]?.text.length ?? 0, all, starts, byStart }
}

/** Of the last four characters: each is shifted out by the fourth after it. */
const hashWith = (hash: number, code: number): number => ((hash << 4) ^ code) & 0xffff
const hashOfStart = (text: string): number =>
  [...Array(KEY).keys()].reduce((hash, at) => hashWith(hash, text.charCodeAt(at)), 0)

/** Calls `found` with each place of the longest pattern there. */
const search = (text: string, index: Index, found: (start: number, pattern: Pattern) => void): void => {
  const { starts } = index
  let hash = 0
  for (let end = 0; end < text.length; end += 1) {
    hash = hashWith(hash, text.charCodeAt(end))
    const at = end + 1 - KEY
    if (starts[hash] !== 1 || at < 0) continue
    for (const pattern of index.byStart.get(text.slice(at, at + KEY)) ?? [])
      if (text.startsWith(pattern.text, at)) found(at, pattern)
  }
}

const searchLoosely = (
  text: string,
  isPart: (code: number) => boolean,
  index: Index,
  found: [number, number][],
): void => {
  const { letters, positions } = lettersOf(text, isPart)
  search(letters, index, (start, { text: { length } }) => {
    const last = start + length - 1
    for (let at = start + 1; at <= last; at += 1)
      if ((positions[at] ?? 0) - (positions[at - 1] ?? 0) > WIDEST_GAP + 1) return
    found.push([positions[start] ?? 0, (positions[last] ?? 0) + 1])
  })
}

/** The letters and digits of a text, and where they stand in it. */
const lettersOf = (
  text: string,
  isPart: (code: number) => boolean,
): { readonly letters: string; readonly positions: Uint32Array } => {
  const positions = new Uint32Array(text.length)
  const units = new Uint16Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (!isPart(code)) continue
    positions[count] = at
    units[count] = code
    count += 1
  }
  return { letters: Buffer.from(units.buffer, 0, count * 2).toString('utf16le'), positions }
}

const looseOf = (text: string, isPart: (code: number) => boolean): readonly Pattern[] => {
  const { letters } = lettersOf(text, isPart)
  return letters.length >= SHORTEST_LOOSE ? [{ text: letters, isWord: false }] : []
}

/** Small, and of usual width, with the same length. */
const folded = (text: string): string => {
  const narrow = text.replaceAll(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  )
  const small = narrow.toLowerCase()
  // A few letters become two.
  return small.length === text.length ? small : narrow.replaceAll(/[A-Z]/g, (great) => great.toLowerCase())
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
/** Everything beyond ASCII counts, except blanks, marks and what isn't seen. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code > 127 && !SEPARATORS.has(code) && !(code >= 0x2000 && code <= 0x206f))
const isLetterOrDigit = (code: number): boolean => isDigit(code) || isLetter(code)
const SEPARATORS: ReadonlySet<number> = new Set([0xa0, 0xad, 0xb7, 0x3000, 0x3001, 0x3002, 0x30fb, 0xfeff])

/** Whether a form is found by chance within longer words. */
const isWordAlone = (form: string): boolean =>
  form.length <= LONGEST_ANY_WORD
    ? /^[\p{L}\p{N}]+$/u.test(form)
    : form.length <= LONGEST_WORD && /^(?:\p{L}+|\p{N}+)$/u.test(form)

/** A letter that ends an escape, such as `\n` or `%20`, isn't part of the word after it. */
const ESCAPE_BEFORE = /(?:\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/
const isApart = (text: string, start: number, end: number): boolean => {
  const isPart = (at: number): boolean => at >= 0 && at < text.length && isLetterOrDigit(text.charCodeAt(at))
  if (isPart(end)) return false
  return !isPart(start - 1) || ESCAPE_BEFORE.test(text.slice(Math.max(0, start - 6), start))
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
