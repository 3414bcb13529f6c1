import { grown } from './arrays.ts'

/**
 * A text as numbered features with weights, before weighting by rarity. `ids` and `weights` run in parallel.
 */
export interface Document {
  readonly ids: Int32Array
  readonly weights: Float32Array
}

/**
 * Numbers the features of all learned texts, and counts where they occur. Numbers of removed features are
 * reused.
 */
export interface Vocabulary {
  /** Adds the features of a learned text. */
  take(features: ReadonlyMap<string, number>): Document
  /** Subtracts the features of a removed text from the counts. */
  drop(document: Document): void
  /**
   * Counts a capability with these distinct features; `times` -1 removes it again. Call it before dropping
   * its texts.
   */
  count(ids: Int32Array, times: 1 | -1): void
  /** The number of a feature; undefined if no learned text has it. */
  find(feature: string): number | undefined
  /** Highest number in use, plus one. */
  readonly size: number
  /** The number of texts with each feature; at least `size` long. */
  readonly inTexts: Int32Array
  /** The number of capabilities with each feature. */
  readonly inCapabilities: Int32Array
}

/** Creates an empty vocabulary. */
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
