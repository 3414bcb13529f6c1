import { at, grown, highest, numbersOf } from './arrays.ts'
import { worthOf, type Setting } from './chances.ts'
import { createCompetition } from './competition.ts'
import type { Worth } from './explain.ts'
import type { Learned, Library, View } from './library.ts'
import type { Gathered } from './postings.ts'
import type { Document } from './vocabulary.ts'

/** The model's evidence for one capability and a message. */
export interface Evidence {
  readonly name: string
  /** How much speaks for it. */
  readonly worth: number
  /** How much each feature of the message supports it; call it before the next message is weighed. */
  worths(): Worth
}

/** The candidates for a message, and what it shares with all capabilities. */
export interface Weighed extends Pick<Setting, 'capabilities' | 'known'> {
  readonly candidates: readonly Evidence[]
}

export interface Model {
  /** The likeliest capabilities by `worth`, best first; only those that share a feature with the message. */
  weigh(features: ReadonlyMap<string, number>): Weighed
}

/** How many of the likeliest capabilities are compared text by text; fewer if they have many texts. */
const RIVALS = 14
const FEWEST_RIVALS = 6
const TEXTS = 300
/** Pseudocount of the general text distribution, so that a capability with few texts claims little. */
const PRIOR = 2

/** A message reduced to the known features. Its arrays run in parallel. */
interface Message extends Document {
  /** The index of each feature in the arrays. */
  readonly spots: ReadonlyMap<string, number>
  /** The weight of each feature that a centre has: the message's rarity times the root of the centre's, which is itself a root. */
  readonly worths: Float64Array
  /** Its length over all features weighted by rarity; unknown ones count too. */
  readonly length: number
  /** The part of its length that features of any capability make up, 0..1. */
  readonly known: number
}

interface Rival {
  readonly one: Learned
  readonly likeness: number
}

/** Creates a model that judges messages by the current content of `library`. */
export const createModel = ({ vocabulary, postings, view }: Library): Model => {
  const compete = createCompetition()
  let scores = new Float64Array(64)
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
    const candidates = rivals
      .map(({ one, likeness }, rank) => ({
        name: one.name,
        worth: worthOf({ likeness, share: at(shares, rank), typicality: at(typical, rank) }),
        worths: () => worthsFor(message, found, rank),
      }))
      .sort((a, b) => b.worth - a.worth || (a.name < b.name ? -1 : 1))
    return { candidates, capabilities: now.order.length, known: message.known }
  }

  const read = (all: ReadonlyMap<string, number>, { rarity, unknown }: View): Message => {
    const ids = new Int32Array(all.size)
    const weights = new Float32Array(all.size)
    const worths = new Float64Array(all.size)
    const spots = new Map<string, number>()
    let square = 0
    let knownSquare = 0
    let known = 0
    for (const [feature, weight] of all) {
      const id = vocabulary.find(feature)
      const rare = id === undefined ? unknown : at(rarity, id)
      square += (weight * rare) ** 2
      if (id === undefined) continue
      knownSquare += (weight * rare) ** 2
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
      known: Math.sqrt(knownSquare / (square || 1)),
    }
  }

  /** The capabilities whose centres are most similar to the message, most similar first. */
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

  /** The message's features in each rival, a row each; the next message overwrites the table. */
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

  /**
   * How much likelier the message's features are in each rival's texts than in texts in general: the mean log
   * ratio, from slightly below 0 to far above.
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
      // The value of a feature that a capability lacks.
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
