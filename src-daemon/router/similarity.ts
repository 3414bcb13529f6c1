import { fold, tokensOf } from './text.ts'

/** A text as counts of its words and of the character triples inside them. */
export interface Fingerprint {
  readonly words: ReadonlyMap<string, number>
  readonly grams: ReadonlyMap<string, number>
}

/** Words say what it is about; character triples forgive endings and typing errors. */
const WORD_WEIGHT = 0.6

/** Words that every sentence has say nothing about what it is for. */
const COMMON = new Set(
  'a an the i me my you your it its is are be to of in on at and or for with please can could would do does el la los las un una de en y o por favor mi tu の を に は が と で 的 了 我 你 请'.split(
    ' ',
  ),
)

/** Prepares a text for `similarity`. */
export const fingerprint = (text: string): Fingerprint => {
  const all = tokensOf(text)
  const telling = all.filter((token) => !COMMON.has(token))
  return { words: count(telling.length === 0 ? all : telling), grams: count(gramsOf(text)) }
}

/** How alike two texts are by their words and letters: 0 nothing shared, 1 the same. Order does not count. */
export const similarity = (left: Fingerprint, right: Fingerprint): number =>
  WORD_WEIGHT * cosine(left.words, right.words) + (1 - WORD_WEIGHT) * cosine(left.grams, right.grams)

const gramsOf = (text: string): string[] => {
  const characters = [...` ${fold(text).replace(/\s+/gu, ' ').trim()} `]
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''))
}

const count = (items: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

const cosine = (left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number => {
  const product = length(left) * length(right)
  if (product === 0) return 0
  let dot = 0
  for (const [item, times] of left) dot += times * (right.get(item) ?? 0)
  return dot / product
}

const length = (counts: ReadonlyMap<string, number>): number =>
  Math.sqrt([...counts.values()].reduce((sum, times) => sum + times * times, 0))
