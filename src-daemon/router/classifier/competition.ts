import { at, grown, highest } from './arrays.ts'
import type { Learned, View } from './library.ts'
import { createLocalRidge, type Neighbour } from './local-ridge.ts'
import type { Document } from './vocabulary.ts'

/** How many texts compete to explain a message. */
const NEIGHBOURS = 48

/** A message by its known features; `length`: over all of them weighted by rarity, unknown ones too. */
interface Competed extends Document {
  readonly length: number
}

interface Rival {
  readonly one: Learned
}

/** How much of a message the nearest texts of each rival explain, when the texts of all rivals compete. */
export const createCompetition = () => {
  const ridge = createLocalRidge()
  /**
   * As long as the vocabulary and all zero between two messages; each message is written into it and removed
   * again.
   */
  let dense = new Float64Array(1_024)
  /** Similarities to the message, of all texts of the rivals, one rival after another. */
  let likenesses = new Float64Array(256)

  const compete = (message: Competed, rivals: readonly Rival[], now: View): Float64Array => {
    const { ids, weights, length: whole } = message
    dense = grown(dense, now.rarity.length)
    for (let index = 0; index < ids.length; index++) {
      const id = at(ids, index)
      dense[id] = (at(weights, index) * at(now.rarity, id)) / whole
    }
    const all = rivals.reduce((sum, { one }) => sum + one.texts.length, 0)
    likenesses = grown(likenesses, all)
    let from = 0
    for (const { one } of rivals) {
      const vectors = now.vectors(one)
      for (let index = 0; index < vectors.length; index++) {
        const [text, vector] = [one.texts[index], vectors[index]]
        if (text !== undefined && vector !== undefined)
          likenesses[from++] = dot(text.document.ids, vector, dense)
      }
    }
    for (const id of ids) dense[id] = 0
    const nearest = highest(likenesses, all, NEIGHBOURS)
    const { near, ranks } = neighbours(nearest, rivals, now)
    const explained = ridge.explain(near, now.rarity.length)
    const shares = new Float64Array(rivals.length)
    ranks.forEach((rank, row) => {
      shares[rank] = at(shares, rank) + at(explained, row)
    })
    return shares
  }

  /**
   * The texts at the given positions among all texts of the rivals, in order, and the rank of each text's
   * rival.
   */
  const neighbours = (
    places: readonly number[],
    rivals: readonly Rival[],
    now: View,
  ): { near: readonly Neighbour[]; ranks: readonly number[] } => {
    const near: Neighbour[] = []
    const ranks: number[] = []
    let before = 0
    let rank = 0
    for (const place of places) {
      let rival = rivals[rank]
      while (rival !== undefined && place - before >= rival.one.texts.length) {
        before += rival.one.texts.length
        rival = rivals[++rank]
      }
      if (rival === undefined) break
      const text = rival.one.texts[place - before]
      const vector = now.vectors(rival.one)[place - before]
      if (text === undefined || vector === undefined) break
      near.push({ ids: text.document.ids, vector, likeness: at(likenesses, place) })
      ranks.push(rank)
    }
    return { near, ranks }
  }

  return compete
}

const dot = (ids: Int32Array, vector: Float32Array, dense: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < ids.length; index++) sum += at(vector, index) * at(dense, at(ids, index))
  return sum
}
