import type { Classifier, ClassifierCapability } from '../../src-daemon/router/index.ts'
import { tokensOf } from '../../src-daemon/router/text/text.ts'

/** The obvious first implementation: TF-IDF of words, one mean vector for each capability, cosine, a loop over all. */
export const createNearestCentroid = (): Classifier => {
  let centroids: { name: string; vector: ReadonlyMap<string, number> }[] = []
  let rarity: (word: string) => number = () => 1

  const learn = (capabilities: readonly ClassifierCapability[]): void => {
    const texts = capabilities.flatMap(({ name, examples }) => [
      { name, words: tokensOf(name) },
      ...examples.map((example) => ({ name, words: tokensOf(example) })),
    ])
    const frequencies = new Map<string, number>()
    for (const { words } of texts)
      for (const word of new Set(words)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
    rarity = (word) => Math.log((1 + texts.length) / (1 + (frequencies.get(word) ?? 0))) + 1
    centroids = [...Map.groupBy(texts, ({ name }) => name)].map(([name, own]) => ({
      name,
      vector: unit(sum(own.map(({ words }) => unit(weigh(words))))),
    }))
  }

  const weigh = (words: readonly string[]): Map<string, number> =>
    sum(words.map((word) => new Map([[word, rarity(word)]])))

  return {
    learn,
    add: () => undefined,
    remove: () => undefined,
    score: (text) => {
      const message = unit(weigh(tokensOf(text)))
      return centroids
        .map(({ name, vector }) => ({ name, score: cosine(message, vector), matched: '' }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 5)
    },
    threshold: 0.5,
  }
}

const sum = (vectors: readonly ReadonlyMap<string, number>[]): Map<string, number> => {
  const total = new Map<string, number>()
  for (const vector of vectors)
    for (const [word, weight] of vector) total.set(word, (total.get(word) ?? 0) + weight)
  return total
}

const unit = (vector: ReadonlyMap<string, number>): Map<string, number> => {
  const length = Math.hypot(...vector.values()) || 1
  return new Map([...vector].map(([word, weight]) => [word, weight / length]))
}

const cosine = (left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number => {
  let total = 0
  for (const [word, weight] of left) total += weight * (right.get(word) ?? 0)
  return total
}
