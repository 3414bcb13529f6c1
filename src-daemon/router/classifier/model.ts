import { at, grown, highest, numbersOf } from './arrays.ts'
import type { Worth } from './explain.ts'
import type { Learned, Library, View } from './library.ts'
import { createLocalRidge, type Neighbour } from './local-ridge.ts'
import type { Document } from './vocabulary.ts'

/** What the model has to say of a message and one capability. */
export interface Evidence {
  readonly name: string
  /**
   * Likeness to all of its texts, typicality, and the share of the message that its nearest texts explain when those of others
   * compete for it, as one; about 0 (nothing in common) to 3 (one of its texts).
   */
  readonly fit: number
  /** How much each feature of the message speaks for it; to be asked before anything else is learned. */
  worths(): Worth
}

export interface Model {
  /** The likeliest capabilities by `fit`, best first; only such as share something with the message. */
  weigh(features: ReadonlyMap<string, number>): readonly Evidence[]
}

/** Capabilities whose single texts are looked at: the likeliest ones, fewer where they have many texts. */
const RIVALS = 20
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

  const weigh: Model['weigh'] = (features) => {
    const now = view()
    dense = grown(dense, now.rarity.length)
    const message = read(features, now)
    const rivals = likeliest(message, now)
    const shares = compete(message, rivals, now)
    const typical = typicality(message, rivals, now)
    return rivals
      .map(({ one, likeness }, rank) => ({
        name: one.name,
        fit: LIKENESS * likeness + at(shares, rank) + TYPICALITY * at(typical, rank),
        worths: () => worthsFor(message, one, now),
      }))
      .sort((a, b) => b.fit - a.fit || (a.name < b.name ? -1 : 1))
  }

  const read = (all: ReadonlyMap<string, number>, { rarity, unknown }: View): Message => {
    const ids: number[] = []
    const weights: number[] = []
    const spots = new Map<string, number>()
    const worths: number[] = []
    let square = 0
    for (const [feature, weight] of all) {
      const id = vocabulary.find(feature)
      const rare = id === undefined ? unknown : at(rarity, id)
      square += (weight * rare) ** 2
      if (id === undefined) continue
      spots.set(feature, ids.length)
      ids.push(id)
      weights.push(weight)
      worths.push(weight * rare * Math.sqrt(rare))
    }
    return {
      ids: new Int32Array(ids),
      weights: new Float32Array(weights),
      spots,
      worths: new Float64Array(worths),
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
      .sort((a, b) => at(likeness, b) - at(likeness, a) || a - b)
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

  /** How much of the message the nearest texts of each rival explain, when those of all compete for it. */
  const compete = (message: Message, rivals: readonly Rival[], now: View): Float64Array => {
    const { ids, weights, length: whole } = message
    for (let index = 0; index < ids.length; index++) {
      const id = at(ids, index)
      dense[id] = (at(weights, index) * at(now.rarity, id) ** 2) / whole
    }
    const texts: Neighbour[] = []
    const ranks: number[] = []
    rivals.forEach(({ one }, rank) => {
      const lengths = now.lengths(one)
      one.texts.forEach(({ document }, index) => {
        const length = at(lengths, index)
        texts.push({ document, length, likeness: dot(document, dense) / length })
        ranks.push(rank)
      })
    })
    takeOut(ids)
    const likenesses = numbersOf(texts, ({ likeness }) => likeness)
    const nearest = highest(likenesses, texts.length, NEIGHBOURS)
    const explained = ridge.explain(
      nearest.flatMap((index) => texts[index] ?? []),
      now.rarity,
    )
    const shares = new Float64Array(rivals.length)
    nearest.forEach((index, row) => {
      const rank = ranks[index] ?? 0
      shares[rank] = at(shares, rank) + at(explained, row)
    })
    return shares
  }

  /**
   * How much likelier each rival's texts use the message's features than texts in general do: the mean logarithm of that ratio, a
   * little below 0 and far above.
   */
  const typicality = (message: Message, rivals: readonly Rival[], { texts }: View): Float64Array => {
    const { ids, weights } = message
    let all = 0
    for (let index = 0; index < ids.length; index++) {
      dense[at(ids, index)] = at(weights, index)
      all += at(weights, index)
    }
    const { inTexts } = vocabulary
    const found = numbersOf(rivals, ({ one: { centre } }) => {
      let sum = 0
      for (let index = 0; index < centre.ids.length; index++) {
        const id = at(centre.ids, index)
        const weight = at(dense, id)
        if (weight === 0) continue
        const general = (at(inTexts, id) + 0.5) / (texts + 1)
        sum += weight * Math.log1p(at(centre.times, index) / (PRIOR * general))
      }
      // What every feature says that a capability does not have.
      return sum / (all || 1) + Math.log(PRIOR / (centre.texts + PRIOR))
    })
    takeOut(ids)
    return found
  }

  const worthsFor = (
    { ids, worths, spots, length }: Message,
    { centre, place }: Learned,
    { inverse }: View,
  ): Worth => {
    ids.forEach((id, index) => {
      dense[id] = index + 1
    })
    const found = new Float64Array(ids.length)
    const scale = at(inverse, place) / length
    for (let index = 0; index < centre.ids.length; index++) {
      const spot = at(dense, at(centre.ids, index)) - 1
      if (spot >= 0) found[spot] = at(worths, spot) * at(centre.roots, index) * scale
    }
    takeOut(ids)
    return (feature) => {
      const spot = spots.get(feature)
      return spot === undefined ? 0 : at(found, spot)
    }
  }

  const takeOut = (ids: Int32Array): void => {
    for (const id of ids) dense[id] = 0
  }

  return { weigh }
}

const dot = ({ ids, weights }: Document, dense: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < ids.length; index++) sum += at(weights, index) * at(dense, at(ids, index))
  return sum
}
