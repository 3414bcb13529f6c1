import { isWord } from './terms.ts'

/** Fewer letters than this have too many neighbours. */
const FEWEST_LETTERS = 4
/** From here on two typos are likely enough. */
const TWO_TYPOS_FROM = 8
const MOST_FOUND = 12

export const typosAllowed = (letters: number): number =>
  letters < FEWEST_LETTERS ? 0 : letters < TWO_TYPOS_FROM ? 1 : 2

/** Words by pairs of letters: which of many are within a typo or two of one that is written wrong. */
export interface TypoIndex {
  add(word: string): void
  /** The nearest first. */
  near(word: string): { readonly term: string; readonly distance: number }[]
}

/**
 * Holds the words in memory, some 100 bytes for each. A typo changes at most three of a word's pairs of letters, so only words that share the
 * others are compared letter by letter.
 */
export const createTypoIndex = (): TypoIndex => {
  const words: string[] = []
  const known = new Set<string>()
  const byPair = new Map<string, number[]>()
  let shared = new Uint8Array(0)

  const add = (word: string): void => {
    if (!isWord(word) || word.length < FEWEST_LETTERS - 1 || known.has(word)) return
    known.add(word)
    const at = words.push(word) - 1
    for (const pair of pairsOf(word)) {
      const list = byPair.get(pair)
      if (list === undefined) byPair.set(pair, [at])
      else list.push(at)
    }
  }

  const near: TypoIndex['near'] = (word) => {
    const allowed = typosAllowed(word.length)
    if (allowed === 0) return []
    if (shared.length < words.length) shared = new Uint8Array(Math.ceil(words.length * 1.5))
    const pairs = pairsOf(word)
    const least = Math.max(1, pairs.size - 3 * allowed)
    const seen: number[] = []
    for (const pair of pairs)
      for (const at of byPair.get(pair) ?? []) {
        const count = (shared[at] ?? 0) + 1
        shared[at] = count
        if (count === least) seen.push(at)
      }
    // Cheaper than remembering which were touched.
    shared.fill(0, 0, words.length)
    return seen
      .map((at) => words[at] ?? '')
      .filter((one) => Math.abs(one.length - word.length) <= allowed)
      .map((term) => ({ term, distance: distanceOf(word, term, allowed) }))
      .filter(({ distance }) => distance <= allowed)
      .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1))
      .slice(0, MOST_FOUND)
  }

  return { add, near }
}

const pairsOf = (word: string): Set<string> => {
  const padded = `^${word}$`
  const pairs = new Set<string>()
  for (let at = 0; at < padded.length - 1; at += 1) pairs.add(padded.slice(at, at + 2))
  return pairs
}

/** Letters added, left out, changed or swapped with the next (Damerau-Levenshtein); more than `most` is `most + 1`. */
export const distanceOf = (a: string, b: string, most: number): number => {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let best = row
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      best = Math.min(best, cost)
    }
    if (best > most) return most + 1
    beforeLast = last
    last = current
  }
  return last[b.length] ?? most + 1
}
