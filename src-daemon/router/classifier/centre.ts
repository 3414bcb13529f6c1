import { at } from './arrays.ts'
import type { Document } from './vocabulary.ts'

/** One learned text; `emphasis` 1 means an author's example. */
export interface LearnedText {
  readonly document: Document
  readonly emphasis: number
}

/** The sum of a capability's texts, before weighting by rarity. The arrays run in parallel. */
export interface Centre {
  /** Its features, each once, in the order in which its texts first have them. */
  readonly ids: Int32Array
  /** Square roots keep features that many texts repeat from drowning those of a few. */
  readonly roots: Float32Array
  /** How often each feature occurs in its texts, weighted by emphasis. */
  readonly times: Float32Array
  /** The number of texts, weighted by emphasis. */
  readonly texts: number
}

/** Adds up texts, each as a unit vector. */
export const addUp = (texts: readonly LearnedText[]): Centre => {
  const sums = new Map<number, number>()
  const times = new Map<number, number>()
  let all = 0
  for (const { document, emphasis } of texts) {
    all += emphasis
    const length = lengthOf(document)
    document.ids.forEach((id, index) => {
      sums.set(id, (sums.get(id) ?? 0) + (emphasis * at(document.weights, index)) / length)
      times.set(id, (times.get(id) ?? 0) + emphasis)
    })
  }
  return {
    ids: Int32Array.from(sums.keys()),
    roots: Float32Array.from(sums.values(), Math.sqrt),
    times: Float32Array.from(times.values()),
    texts: all,
  }
}

const lengthOf = ({ weights }: Document): number => {
  let square = 0
  for (let index = 0; index < weights.length; index++) square += at(weights, index) ** 2
  return Math.sqrt(square) || 1
}
