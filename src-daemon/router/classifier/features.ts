import { hasCjk, tokensOf } from '../text.ts'

/** More than any spoken sentence; a pasted page says what it is for at its start. */
const LOOKED_AT = 2_000
const WORD = 1
const PAIR = 0.5
const INSIDE = 0.6
const SHORTEST = 2
const LONGEST = 4
/** A number says that there is one; which one hardly ever matters. */
const NUMBER = '0'
const DIGITS = /^\p{N}+$/u

/**
 * The features of a text with their weights: its words, its pairs of neighbours with both ends of the text, and the character
 * n-grams inside words, which carry over to other forms of a word and past typing errors. Where words are written without
 * spaces each character stands for a word, and triples are taken too.
 */
export const featuresOf = (text: string): ReadonlyMap<string, number> => {
  const features = new Map<string, number>()
  const counts = new Map<string, number>()
  const add = (feature: string, weight: number): void => {
    const times = (counts.get(feature) ?? 0) + 1
    counts.set(feature, times)
    features.set(feature, weight * (1 + Math.log(times)))
  }
  let before = '^'
  let beforeThat = ''
  for (const word of wordsOf(text)) {
    add(word, WORD)
    add(`${before} ${word}`, PAIR)
    if (!hasCjk(word)) for (const gram of gramsOf(word)) add(gram, INSIDE)
    else if (hasCjk(before) && hasCjk(beforeThat)) add(`${beforeThat}${before}${word}`, PAIR)
    beforeThat = before
    before = word
  }
  if (before !== '^') add(`${before} $`, PAIR)
  return features
}

/** The words of a text as features name them, in their order. */
export const wordsOf = (text: string): string[] =>
  tokensOf(text.slice(0, LOOKED_AT)).map((token) => (DIGITS.test(token) ? NUMBER : token))

/** Character runs of a word, with its borders: `#<c`, `#ca`, ..., `#all>`. A number and a CJK character have none. */
export const gramsOf = (word: string): string[] => {
  if (word === NUMBER || hasCjk(word)) return []
  const characters = [...`<${word}>`]
  const grams: string[] = []
  for (let size = SHORTEST; size <= LONGEST; size++)
    for (let start = 0; start + size <= characters.length; start++)
      grams.push(`#${characters.slice(start, start + size).join('')}`)
  return grams
}
