/** A text as numbered features with their weights, before rarity counts. `ids` and `weights` run in parallel. */
export interface Document {
  readonly ids: Int32Array
  readonly weights: Float64Array
}

/** The features that any learned text has, numbered, and in how many texts each stands. Numbers of forgotten features are used again. */
export interface Vocabulary {
  /** Numbers the features of a learned text. */
  take(features: ReadonlyMap<string, number>): Document
  /** Takes the features of a text that is forgotten off the counts. */
  drop(document: Document): void
  /** The number of a feature; undefined when no learned text has it. */
  find(feature: string): number | undefined
  /** Highest number in use, plus one. */
  readonly size: number
  /** In how many texts the feature stands. */
  frequency(id: number): number
}

/** Makes an empty vocabulary. */
export const createVocabulary = (): Vocabulary => {
  const ids = new Map<string, number>()
  const features: string[] = []
  const frequencies: number[] = []
  const free: number[] = []

  const idOf = (feature: string): number => {
    const known = ids.get(feature)
    if (known !== undefined) return known
    const id = free.pop() ?? features.length
    ids.set(feature, id)
    features[id] = feature
    frequencies[id] = 0
    return id
  }

  return {
    take: (weighted) => {
      const numbers = Int32Array.from([...weighted.keys()], idOf)
      for (const id of numbers) frequencies[id] = (frequencies[id] ?? 0) + 1
      return { ids: numbers, weights: Float64Array.from(weighted.values()) }
    },
    drop: (document) => {
      for (const id of document.ids) {
        const left = (frequencies[id] ?? 0) - 1
        frequencies[id] = left
        if (left > 0) continue
        ids.delete(features[id] ?? '')
        features[id] = ''
        free.push(id)
      }
    },
    find: (feature) => ids.get(feature),
    get size() {
      return features.length
    },
    frequency: (id) => frequencies[id] ?? 0,
  }
}
