import { at, grown, numbersOf } from './arrays.ts'
import { solve } from './conjugate.ts'
import type { Document } from './vocabulary.ts'

/** A text that competes in explaining a message. */
export interface Neighbour {
  readonly document: Document
  /** Of the document once rarity counts. */
  readonly length: number
  /** To the message, 0..1. */
  readonly likeness: number
}

export interface LocalRidge {
  /**
   * How much of a message each of the texts nearest to it explains, in their order. `rarity` is that of each feature.
   */
  explain(near: readonly Neighbour[], rarity: Float64Array): Float64Array
}

const LAMBDA = 0.3

/**
 * Explains a message by the texts nearest to it, all at once: the ridge solution `(K + lambda I) x = k` of their likenesses to each
 * other (`K`) and to the message (`k`). What several of them share counts once, so that the words in which neighbours differ
 * decide. `K` is never written down: it is the texts' features times themselves.
 */
export const createLocalRidge = (): LocalRidge => {
  /** By feature: in how many of the texts it stands, and its column. All zero between two messages. */
  let seen = new Int32Array(1_024)
  let numbers = new Int32Array(1_024)
  /** The texts as rows of the features that at least two of them have. */
  let columns = new Int32Array(8_192)
  let values = new Float64Array(8_192)
  let sums = new Float64Array(1_024)

  const layOut = (
    near: readonly Neighbour[],
    rarity: Float64Array,
  ): { ends: Int32Array; rest: Float64Array; width: number } => {
    seen = grown(seen, rarity.length)
    numbers = grown(numbers, rarity.length)
    for (const { document } of near) for (const id of document.ids) seen[id] = at(seen, id) + 1
    const ends = new Int32Array(near.length)
    const rest = new Float64Array(near.length)
    let width = 0
    let filled = 0
    near.forEach(({ document: { ids, weights }, length }, row) => {
      columns = grown(columns, filled + ids.length)
      values = grown(values, filled + ids.length)
      // What a text has for itself alone makes it like nothing but itself.
      let own = 1 + LAMBDA
      for (let index = 0; index < ids.length; index++) {
        const id = at(ids, index)
        if (at(seen, id) < 2) continue
        if (at(numbers, id) === 0) numbers[id] = ++width
        const value = (at(weights, index) * at(rarity, id)) / length
        columns[filled] = at(numbers, id) - 1
        values[filled++] = value
        own -= value * value
      }
      ends[row] = filled
      rest[row] = own
    })
    for (const { document } of near)
      for (const id of document.ids) {
        seen[id] = 0
        numbers[id] = 0
      }
    return { ends, rest, width }
  }

  const explain: LocalRidge['explain'] = (near, rarity) => {
    const { ends, rest, width } = layOut(near, rarity)
    sums = grown(sums, width)
    const multiply = (vector: Float64Array, product: Float64Array): void => {
      sums.fill(0, 0, width)
      let from = 0
      for (let row = 0; row < near.length; row++) {
        const factor = at(vector, row)
        for (; from < at(ends, row); from++) {
          const column = at(columns, from)
          sums[column] = at(sums, column) + factor * at(values, from)
        }
      }
      from = 0
      for (let row = 0; row < near.length; row++) {
        let sum = at(rest, row) * at(vector, row)
        for (; from < at(ends, row); from++) sum += at(sums, at(columns, from)) * at(values, from)
        product[row] = sum
      }
    }
    return solve(
      multiply,
      numbersOf(near, ({ likeness }) => likeness),
    )
  }

  return { explain }
}
