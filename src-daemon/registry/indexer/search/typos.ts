import { isWord } from './terms.ts'
import { formsOf, stem } from './words.ts'

/** Shorter words have too many neighbours. */
const FEWEST_LETTERS = 4
/** From this length on two typos are likely enough. */
const TWO_TYPOS_FROM = 8
const MAX_TYPOS = 2
const MAX_FOUND = 12

export const typosAllowed = (letters: number): number =>
  letters < FEWEST_LETTERS ? 0 : letters < TWO_TYPOS_FROM ? 1 : 2

/** A word that may have been meant, and its number of typos. */
export interface Similar {
  readonly term: string
  readonly distance: number
}

/** An index of terms by pairs of letters: finds those that are written within one or two typos of a word. */
export interface TypoIndex {
  add(term: string): void
  /**
   * The nearest other terms to a word as written, all at the same distance: one typo, or two if there are none at one;
   * never more than `most`. A plural counts like its term: `taks` is one typo from `task` and from `tasks`.
   */
  near(written: string, most?: number): Similar[]
}

/** A term in one of the ways it is written. */
interface Form {
  readonly word: string
  readonly term: string
}

/** How far a word as written is from a term: that of the nearest of its forms; more than `most` is `most + 1`. */
export const distanceOfTerm = (written: string, term: string, most: number): number =>
  Math.min(...formsOf(term).map((form) => distanceOf(written, form, most)))

/**
 * Holds the words in memory, some 200 bytes each. A typo changes at most three of a word's pairs of letters,
 * so only words that share the other pairs are compared letter by letter.
 */
export const createTypoIndex = (): TypoIndex => {
  const known = new Set<string>()
  const byLetters = new Map<number, { readonly words: Form[]; readonly byPair: Map<string, number[]> }>()
  let shared = new Uint8Array(0)

  const add = (term: string): void => {
    if (!isWord(term) || term.length < FEWEST_LETTERS - 1 || known.has(term)) return
    known.add(term)
    for (const word of formsOf(term)) addForm({ word, term })
  }

  const addForm = (form: Form): void => {
    const { word } = form
    let list = byLetters.get(word.length)
    if (list === undefined) byLetters.set(word.length, (list = { words: [], byPair: new Map() }))
    const { words, byPair } = list
    const at = words.push(form) - 1
    for (const pair of pairsOf(word)) {
      const places = byPair.get(pair)
      if (places === undefined) byPair.set(pair, [at])
      else places.push(at)
    }
  }

  /** Terms whose forms share enough pairs to be within this many typos. */
  const within = (word: string, pairs: ReadonlySet<string>, typos: number): Similar[] => {
    const least = Math.max(1, pairs.size - 3 * typos)
    const found = new Map<string, number>()
    const own = stem(word)
    for (let letters = word.length - typos; letters <= word.length + typos; letters += 1) {
      const list = byLetters.get(letters)
      if (list === undefined) continue
      const { words, byPair } = list
      if (shared.length < words.length) shared = new Uint8Array(Math.ceil(words.length * 1.5))
      for (const pair of pairs)
        for (const at of byPair.get(pair) ?? []) {
          const count = (shared[at] ?? 0) + 1
          shared[at] = count
          if (count !== least) continue
          const form = words[at]
          if (form === undefined || form.term === own) continue
          const distance = distanceOf(word, form.word, typos)
          if (distance > 0 && distance <= typos) found.set(form.term, distance)
        }
      // Cheaper than remembering which entries were touched.
      shared.fill(0, 0, words.length)
    }
    return [...found].map(([term, distance]) => ({ term, distance }))
  }

  const near: TypoIndex['near'] = (word, most = MAX_TYPOS) => {
    const pairs = pairsOf(word)
    for (let typos = 1; typos <= Math.min(most, typosAllowed(word.length)); typos += 1) {
      const found = within(word, pairs, typos)
      if (found.length > 0) return found.sort((a, b) => (a.term < b.term ? -1 : 1)).slice(0, MAX_FOUND)
    }
    return []
  }

  return { add, near }
}

const pairsOf = (word: string): Set<string> => {
  const padded = `^${word}$`
  const pairs = new Set<string>()
  for (let at = 0; at < padded.length - 1; at += 1) pairs.add(padded.slice(at, at + 2))
  return pairs
}

/** Three rows of the table; as long as the longest words compared so far. */
let rows = [new Int32Array(64), new Int32Array(64), new Int32Array(64)] as const

/** Letters added, left out, changed or swapped with the next (Damerau-Levenshtein); more than `most` is `most + 1`. */
export const distanceOf = (a: string, b: string, most: number): number => {
  if (a === b) return 0
  const [height, width] = [a.length, b.length]
  const over = most + 1
  if (Math.abs(height - width) > most) return over
  if (rows[0].length <= width)
    rows = [new Int32Array(width * 2), new Int32Array(width * 2), new Int32Array(width * 2)]
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= height; row += 1) {
    // A cell further from the diagonal costs more than `most` already.
    const from = Math.max(1, row - most)
    const to = Math.min(width, row + most)
    current[from - 1] = from === 1 ? row : over
    let best = from === 1 ? row : over
    const letter = a.charCodeAt(row - 1)
    for (let column = from; column <= to; column += 1) {
      const other = b.charCodeAt(column - 1)
      let cost = (last[column - 1] ?? 0) + (letter === other ? 0 : 1)
      if (column < row + most) cost = Math.min(cost, (last[column] ?? 0) + 1)
      cost = Math.min(cost, (current[column - 1] ?? 0) + 1)
      if (row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other)
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < best) best = cost
    }
    if (best > most) return over
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return Math.min(over, last[width] ?? over)
}
