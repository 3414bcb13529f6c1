import { at, grown, highest, numbersOf } from './arrays.ts'
import type { Worth } from './explain.ts'
import type { Learned, Library, View } from './library.ts'
import { createLocalRidge, type Neighbour } from './local-ridge.ts'
import type { Gathered } from './postings.ts'
import type { Document } from './vocabulary.ts'

/** What the model has to say of a message and one capability. */
export interface Evidence {
  readonly name: string
  /**
   * Likeness to all of its texts, typicality, and the share of the message that its nearest texts explain when those of others
   * compete for it, as one; about 0 (nothing in common) to 3 (one of its texts).
   */
  readonly fit: number
  /** How much each feature of the message speaks for it; to be asked before another message is weighed. */
  worths(): Worth
}

export interface Model {
  /** The likeliest capabilities by `fit`, best first; only such as share something with the message. */
  weigh(features: ReadonlyMap<string, number>): readonly Evidence[]
}

/** Capabilities whose single texts are looked at: the likeliest ones, fewer where they have many texts. */
const RIVALS = 14
const FEWEST_RIVALS = 6
const TEXTS = 300
/** Texts that compete in explaining a message. */
const NEIGHBOURS = 48
const LIKENESS = 2
const TYPICALITY = 0.15
/** Texts in general count as so many more of a capability's own, so that few texts claim little. */
const PRIOR = 2

/** A message over the features that are known. Its arrays run in parallel. */
interface Message extends Document {
  /** Where each feature stands in the arrays. */
  readonly spots: ReadonlyMap<string, number>
  /** What each feature is worth where a centre has it: by the message's rarity, and the root of the centre's, which is a root itself. */
  readonly worths: Float64Array
  /** Of all its features once rarity counts: what is not known counts too. */
  readonly length: number
}

interface Rival {
  readonly one: Learned
  readonly likeness: number
}

/** Makes the model that judges messages by what is in `library` when it is asked. */
export const createModel = ({ vocabulary, postings, view }: Library): Model => {
  const ridge = createLocalRidge()
  let scores = new Float64Array(64)
  /** As long as the vocabulary and all zero; a message is laid out in it, and taken out again. */
  let dense = new Float64Array(1_024)
  /** To the message, of all texts of the rivals, one rival after the other. */
  let likenesses = new Float64Array(256)
  /** By place, all zero between two messages. */
  let rows = new Int32Array(64)
  let roots = new Float64Array(1_024)
  let times = new Float64Array(1_024)

  const weigh: Model['weigh'] = (features) => {
    const now = view()
    const message = read(features, now)
    const rivals = likeliest(message, now)
    const found = gather(message, rivals, now)
    const shares = compete(message, rivals, now)
    const typical = typicality(message, rivals, found, now)
    return rivals
      .map(({ one, likeness }, rank) => ({
        name: one.name,
        fit: LIKENESS * likeness + at(shares, rank) + TYPICALITY * at(typical, rank),
        worths: () => worthsFor(message, found, rank),
      }))
      .sort((a, b) => b.fit - a.fit || (a.name < b.name ? -1 : 1))
  }

  const read = (all: ReadonlyMap<string, number>, { rarity, unknown }: View): Message => {
    const ids = new Int32Array(all.size)
    const weights = new Float32Array(all.size)
    const worths = new Float64Array(all.size)
    const spots = new Map<string, number>()
    let square = 0
    let known = 0
    for (const [feature, weight] of all) {
      const id = vocabulary.find(feature)
      const rare = id === undefined ? unknown : at(rarity, id)
      square += (weight * rare) ** 2
      if (id === undefined) continue
      spots.set(feature, known)
      ids[known] = id
      weights[known] = weight
      worths[known++] = weight * rare * Math.sqrt(rare)
    }
    return {
      ids: ids.subarray(0, known),
      weights: weights.subarray(0, known),
      worths: worths.subarray(0, known),
      spots,
      length: Math.sqrt(square) || 1,
    }
  }

  /** The capabilities whose texts together are most like the message, most like first. */
  const likeliest = ({ ids, worths, length }: Message, { order, inverse }: View): readonly Rival[] => {
    scores = grown(scores, inverse.length)
    scores.fill(0)
    for (let index = 0; index < ids.length; index++)
      postings.addTo(scores, at(ids, index), at(worths, index) / length)
    const likeness = numbersOf(order, ({ place }) => at(scores, place) * at(inverse, place))
    const places = highest(likeness, order.length, RIVALS)
    let texts = 0
    return places
      .toSorted((a, b) => at(likeness, b) - at(likeness, a) || a - b)
      .flatMap((place) => {
        const one = order[place]
        return one === undefined ? [] : [{ one, likeness: at(likeness, place) }]
      })
      .filter(({ one }, rank) => {
        const before = texts
        texts += one.texts.length
        return rank < FEWEST_RIVALS || before < TEXTS
      })
  }

  /** What each rival has of the message's features, a row each; the table is written over by the next message. */
  const gather = ({ ids }: Message, rivals: readonly Rival[], { inverse }: View): Gathered => {
    const width = ids.length
    const cells = rivals.length * width
    roots = grown(roots, cells)
    times = grown(times, cells)
    roots.fill(0, 0, cells)
    times.fill(0, 0, cells)
    rows = grown(rows, inverse.length)
    rivals.forEach(({ one }, rank) => {
      rows[one.place] = rank + 1
    })
    const found = { rows, width, roots, times }
    for (let column = 0; column < width; column++) postings.gather(at(ids, column), column, found)
    for (const { one } of rivals) rows[one.place] = 0
    return found
  }

  /** How much of the message the nearest texts of each rival explain, when those of all compete for it. */
  const compete = (message: Message, rivals: readonly Rival[], now: View): Float64Array => {
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

  /** The texts at some places among all texts of the rivals, in order; and the rank of the rival that each belongs to. */
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

  /**
   * How much likelier each rival's texts use the message's features than texts in general do: the mean logarithm of that ratio, a
   * little below 0 and far above.
   */
  const typicality = (
    { ids, weights }: Message,
    rivals: readonly Rival[],
    found: Gathered,
    { texts }: View,
  ): Float64Array => {
    const { inTexts } = vocabulary
    const general = new Float64Array(ids.length)
    let all = 0
    for (let index = 0; index < ids.length; index++) {
      general[index] = (at(inTexts, at(ids, index)) + 0.5) / (texts + 1)
      all += at(weights, index)
    }
    return numbersOf(rivals, ({ one: { centre } }, rank) => {
      let sum = 0
      for (let index = 0; index < ids.length; index++) {
        const often = at(found.times, rank * found.width + index)
        if (often > 0) sum += at(weights, index) * Math.log1p(often / (PRIOR * at(general, index)))
      }
      // What every feature says that a capability does not have.
      return sum / (all || 1) + Math.log(PRIOR / (centre.texts + PRIOR))
    })
  }

  const worthsFor =
    ({ worths, spots }: Message, found: Gathered, rank: number): Worth =>
    (feature) => {
      const spot = spots.get(feature)
      return spot === undefined ? 0 : at(worths, spot) * at(found.roots, rank * found.width + spot)
    }

  return { weigh }
}

const dot = (ids: Int32Array, vector: Float32Array, dense: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < ids.length; index++) sum += at(vector, index) * at(dense, at(ids, index))
  return sum
}
