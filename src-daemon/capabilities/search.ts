import type { CapabilityManifest } from '../contract/capabilities.ts'
import { wordsOf } from '../state/index.ts'

/** The searched texts. */
type Searched = Pick<CapabilityManifest, 'capability_id' | 'name' | 'description'>

/** Finds capabilities by words. Created once per list. */
export interface CapabilitySearch<T extends Searched = CapabilityManifest> {
  /** The best first, without those that have none of the words. Without words, the first of the list. */
  find(query: string, limit: number): readonly T[]
}

/** How much more a word of the name counts than one of the description. */
const NAME = 4

export const createCapabilitySearch = <T extends Searched>(all: readonly T[]): CapabilitySearch<T> => {
  /** By word: where it occurs, and its weight there. */
  const index = new Map<string, Map<number, number>>()
  const add = (word: string, at: number, weight: number): void => {
    const places = index.get(word) ?? new Map<number, number>()
    index.set(word, places.set(at, Math.max(places.get(at) ?? 0, weight)))
  }
  all.forEach(({ capability_id: id, name, description }, at) => {
    for (const word of wordsOf(description)) add(word, at, 1)
    for (const word of wordsOf(`${id} ${name}`)) add(word, at, NAME)
  })
  const vocabulary = [...index.keys()].sort()

  /** The word itself, and those it begins: `note` finds `notes`. */
  const completions = (word: string): readonly string[] => {
    const from = lowerBound(vocabulary, word)
    const found: string[] = []
    for (let at = from; vocabulary[at]?.startsWith(word) === true; at++) found.push(vocabulary[at] ?? '')
    return found
  }

  return {
    find: (query, limit) => {
      const words = [...new Set(wordsOf(query))]
      if (words.length === 0) return all.slice(0, limit)
      const scores = new Map<number, number>()
      for (const word of words) {
        const best = new Map<number, number>()
        for (const known of completions(word)) {
          const places = index.get(known) ?? new Map<number, number>()
          // A word that occurs everywhere counts little.
          const rarity = Math.log(1 + all.length / places.size)
          const exact = known === word ? 1 : 0.5
          for (const [at, weight] of places)
            best.set(at, Math.max(best.get(at) ?? 0, weight * rarity * exact))
        }
        for (const [at, score] of best) scores.set(at, (scores.get(at) ?? 0) + score)
      }
      return [...scores]
        .sort(([a, x], [b, y]) => y - x || a - b)
        .slice(0, limit)
        .flatMap(([at]) => all[at] ?? [])
    },
  }
}

/** The first place in sorted `words` that does not come before `word`. */
const lowerBound = (words: readonly string[], word: string): number => {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
