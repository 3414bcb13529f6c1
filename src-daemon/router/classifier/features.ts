import { LRUCache } from 'lru-cache'
import { hasCjk, tokensOf } from '../text/text.ts'
import { sensesOf, type Senses } from './lexicon/senses.ts'

/** More than any spoken sentence; a pasted page says what it is for at its start. */
const LOOKED_AT = 2_000
const WORD = 1
const PAIR = 0.5
/**
 * Total weight of a word's character runs (root of the sum of squares), so that a long word weighs no more
 * than a short one; of its senses; of its topics.
 */
const PIECES = 1.5
const SENSES = 1.5
const TOPICS = 0.75
const SHORTEST = 3
/** For Korean, whose characters are syllables. */
const SHORTEST_SYLLABLES = 2
const SYLLABLES = /\p{Script=Hangul}/u
const LONGEST = 4
/** All numbers become this one: their value hardly ever matters. */
export const NUMBER = '0'
const DIGITS = /^\p{N}+$/u

/** A word of a text, with its features. */
export interface ReadWord extends Senses {
  /** Case-folded. */
  readonly word: string
  readonly isCjk: boolean
  /**
   * Its character runs, including its boundaries: `#<ca`, `#cal`, ..., `#all>`. Numbers and CJK characters
   * have none.
   */
  readonly pieces: readonly string[]
}

/** How many words' features are cached; longer words rarely occur twice. */
const MAX_KEPT = 4_000
const LONGEST_KEPT = 24
const kept = new LRUCache<string, ReadWord>({ max: MAX_KEPT })

/** The words of a text in order. */
export const readWords = (text: string): readonly ReadWord[] =>
  tokensOf(text.slice(0, LOOKED_AT)).map((token) => readWord(DIGITS.test(token) ? NUMBER : token))

const readWord = (word: string): ReadWord => {
  const known = kept.get(word)
  if (known !== undefined) return known
  const isCjk = hasCjk(word)
  const pieces = word === NUMBER || isCjk ? [] : piecesOf(word)
  const { senses, topics } = sensesOf(word)
  const read = { word, isCjk, pieces, senses, topics }
  if (word.length <= LONGEST_KEPT) kept.set(word, read)
  return read
}

const piecesOf = (word: string): string[] => {
  const characters = [...`<${word}>`]
  const pieces: string[] = []
  const shortest = SYLLABLES.test(word) ? SHORTEST_SYLLABLES : SHORTEST
  for (let size = shortest; size <= LONGEST; size++)
    for (let start = 0; start + size <= characters.length; start++)
      pieces.push(`#${characters.slice(start, start + size).join('')}`)
  return pieces
}

/**
 * The features of a text with their weights: its words, its pairs of neighbours with both ends of the text, the character runs
 * inside words, which match other forms of a word and typing errors, and the senses and topics of words, which match
 * other words. In scripts without spaces, each character counts as a word, and triples are used, too.
 */
export const featuresOf = (words: readonly ReadWord[]): ReadonlyMap<string, number> => {
  const features = new Map<string, number>()
  const repeated = new Map<string, number>()
  const add = (feature: string, weight: number): void => {
    const before = features.get(feature)
    if (before === undefined) {
      features.set(feature, weight)
      return
    }
    const times = (repeated.get(feature) ?? 1) + 1
    repeated.set(feature, times)
    // The heaviest occurrence: the character runs of a short word weigh more each.
    features.set(feature, Math.max(weight, before / (1 + Math.log(times - 1))) * (1 + Math.log(times)))
  }
  const addAll = (all: readonly string[], together: number): void => {
    const each = together / Math.sqrt(all.length)
    for (const feature of all) add(feature, each)
  }
  let before = '^'
  let hasCjkBefore = false
  let cjkPair = ''
  for (const { word, isCjk, pieces, senses, topics } of words) {
    add(word, WORD)
    add(`${before} ${word}`, PAIR)
    addAll(pieces, PIECES)
    addAll(senses, SENSES)
    addAll(topics, TOPICS)
    if (isCjk && cjkPair !== '') add(`${cjkPair}${word}`, PAIR)
    cjkPair = isCjk && hasCjkBefore ? `${before}${word}` : ''
    hasCjkBefore = isCjk
    before = word
  }
  if (before !== '^') add(`${before} $`, PAIR)
  return features
}
