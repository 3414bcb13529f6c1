import { grown } from './arrays.ts'

/** A text as numbered features with their weights, before rarity counts. `ids` and `weights` run in parallel. */
export interface Document {
  readonly ids: Int32Array
  readonly weights: Float32Array
}

/** The features that any learned text has, numbered, and where they stand. Numbers of forgotten features are used again. */
export interface Vocabulary {
  /** Numbers the features of a learned text. */
  take(features: ReadonlyMap<string, number>): Document
  /** Takes the features of a text that is forgotten off the counts. */
  drop(document: Document): void
  /** Counts a capability that has these features, each named once; `times` -1 takes it off again. Before its texts are dropped. */
  count(ids: Int32Array, times: 1 | -1): void
  /** The number of a feature; undefined when no learned text has it. */
  find(feature: string): number | undefined
  /** Highest number in use, plus one. */
  readonly size: number
  /** In how many texts each feature stands; at least `size` long. */
  readonly inTexts: Int32Array
  /** In how many capabilities. */
  readonly inCapabilities: Int32Array
}

/** Makes an empty vocabulary. */
export const createVocabulary = (): Vocabulary => {
  const ids = new Map<string, number>()
  const features: string[] = []
  let inTexts = new Int32Array(1_024)
  let inCapabilities = new Int32Array(1_024)
  const free: number[] = []

  const idOf = (feature: string): number => {
    const known = ids.get(feature)
    if (known !== undefined) return known
    const id = free.pop() ?? features.length
    ids.set(feature, id)
    features[id] = feature
    inTexts = grown(inTexts, id + 1)
    inCapabilities = grown(inCapabilities, id + 1)
    return id
  }

  return {
    take: (weighted) => {
      const numbers = Int32Array.from([...weighted.keys()], idOf)
      for (const id of numbers) inTexts[id] = (inTexts[id] ?? 0) + 1
      return { ids: numbers, weights: Float32Array.from(weighted.values()) }
    },
    drop: (document) => {
      for (const id of document.ids) {
        const left = (inTexts[id] ?? 0) - 1
        inTexts[id] = left
        if (left > 0) continue
        ids.delete(features[id] ?? '')
        features[id] = ''
        free.push(id)
      }
    },
    count: (numbers, times) => {
      for (const id of numbers) inCapabilities[id] = (inCapabilities[id] ?? 0) + times
    },
    find: (feature) => ids.get(feature),
    get size() {
      return features.length
    },
    get inTexts() {
      return inTexts
    },
    get inCapabilities() {
      return inCapabilities
    },
  }
}
