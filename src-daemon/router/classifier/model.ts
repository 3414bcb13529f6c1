import { solveRidge } from './local-ridge.ts'
import { createPostings } from './postings.ts'
import type { Document, Vocabulary } from './vocabulary.ts'

/** One learned text; `emphasis` 1 is an author's example. */
export interface LearnedText {
  readonly document: Document
  readonly emphasis: number
}

/** A capability's texts, numbered. */
export interface LearnedCapability {
  readonly name: string
  readonly texts: readonly LearnedText[]
}

/** What the model has to say of a message and one capability. */
export interface Evidence {
  /** Place in the model's capabilities. */
  readonly place: number
  /**
   * Likeness to all of its texts, typicality, and the share of the message that its nearest texts explain when those of others
   * compete for it, as one; about 0 (nothing in common) to 3 (one of its texts).
   */
  readonly fit: number
}

/** What was learned of a set of capabilities, ready to be asked. It never changes; after a change a new one is made. */
export interface Model {
  readonly capabilities: readonly LearnedCapability[]
  /** The likeliest capabilities by `fit`, best first; only such as share something with the message. */
  weigh(features: ReadonlyMap<string, number>): readonly Evidence[]
  /** How much each feature of a message speaks for the capability at `place`. */
  contributions(features: ReadonlyMap<string, number>, place: number): ReadonlyMap<string, number>
}

/** Capabilities whose single texts are looked at. */
const RIVALS = 12
/** Texts that compete in explaining a message. */
const NEIGHBOURS = 32
const LAMBDA = 0.3
const LIKENESS = 2
const TYPICALITY = 0.3
/** Under 1: common words count a little more than their rarity says, as so few texts are known. */
const RARITY_POWER = 0.8

/** Makes the model of `capabilities`; in the order of their names the same set always gives the same model. */
export const createModel = (capabilities: readonly LearnedCapability[], vocabulary: Vocabulary): Model => {
  const texts = capabilities.flatMap((capability, place) =>
    capability.texts.map((text) => ({ ...text, place })),
  )
  const rarityOf = (frequency: number): number =>
    (Math.log((1 + texts.length) / (1 + frequency)) + 1) ** RARITY_POWER
  const { size, frequency } = vocabulary
  const rarity = Float64Array.from({ length: size }, (_, id) => rarityOf(frequency(id)))
  const unknown = rarityOf(0)
  const vectors = texts.map(({ document }) => unit(document, rarity))
  const postings = createPostings({ texts, vectors, frequency, size, count: capabilities.length })
  const firstText = new Int32Array(capabilities.length + 1)
  for (const { place } of texts) firstText[place + 1] = at(firstText, place + 1) + 1
  for (let place = 0; place < capabilities.length; place++)
    firstText[place + 1] = at(firstText, place + 1) + at(firstText, place)
  /** As long as the vocabulary; one vector at a time is laid out in it, and taken out again. */
  const dense = new Float64Array(size)

  const weigh: Model['weigh'] = (features) => {
    const { message, plain, coverage } = read(features)
    const likeness = postings.likeness(message)
    const typicality = postings.typicality(plain)
    const rivals = highest(likeness, RIVALS)
    const shares = compete(neighbours(message, rivals))
    const evidence: Evidence[] = rivals.map((place) => {
      const share = shares.get(place) ?? 0
      const typical = TYPICALITY * coverage * at(typicality, place)
      return { place, fit: LIKENESS * at(likeness, place) + share + typical }
    })
    return evidence.sort((a, b) => b.fit - a.fit || a.place - b.place)
  }

  /** The message over the features that are known, as a unit vector and plain. What is not known still counts in its length. */
  const read = (
    features: ReadonlyMap<string, number>,
  ): { message: Document; plain: Document; coverage: number } => {
    const ids: number[] = []
    const plain: number[] = []
    let known = 0
    let all = 0
    for (const [feature, weight] of features) {
      const id = vocabulary.find(feature)
      const square = (weight * (id === undefined ? unknown : at(rarity, id))) ** 2
      all += square
      if (id === undefined) continue
      known += square
      ids.push(id)
      plain.push(weight)
    }
    const length = Math.sqrt(all) || 1
    const numbers = Int32Array.from(ids)
    return {
      message: {
        ids: numbers,
        weights: Float64Array.from(
          plain,
          (weight, index) => (weight * at(rarity, at(numbers, index))) / length,
        ),
      },
      plain: { ids: numbers, weights: Float64Array.from(plain) },
      coverage: all === 0 ? 0 : known / all,
    }
  }

  /** The texts of `rivals` that are most like the message, nearest first. */
  const neighbours = (message: Document, rivals: readonly number[]): Neighbour[] => {
    const near: Neighbour[] = []
    layOut(message, dense)
    for (const place of rivals) {
      for (let index = at(firstText, place); index < at(firstText, place + 1); index++) {
        const likeness = dot(vectors[index], dense)
        if (likeness > 0) near.push({ place, index, likeness })
      }
    }
    takeOut(message, dense)
    return near.sort((a, b) => b.likeness - a.likeness || a.index - b.index).slice(0, NEIGHBOURS)
  }

  const compete = (near: readonly Neighbour[]): ReadonlyMap<number, number> => {
    const n = near.length
    const likenesses = new Float64Array(n * n)
    near.forEach(({ index }, row) => {
      const vector = vectors[index]
      if (vector === undefined) return
      layOut(vector, dense)
      for (let column = 0; column <= row; column++)
        likenesses[row * n + column] = dot(vectors[near[column]?.index ?? -1], dense)
      takeOut(vector, dense)
    })
    const explained = Float64Array.from(near, ({ likeness }) => likeness)
    solveRidge(likenesses, explained, n, LAMBDA)
    const shares = new Map<number, number>()
    near.forEach(({ place }, row) => shares.set(place, (shares.get(place) ?? 0) + at(explained, row)))
    return shares
  }

  const contributions: Model['contributions'] = (features, place) => {
    const found = new Map<string, number>()
    for (const [feature, weight] of features) {
      const id = vocabulary.find(feature)
      const own = id === undefined ? 0 : at(rarity, id) * postings.weight(id, place)
      if (own > 0) found.set(feature, weight * own)
    }
    return found
  }

  return { capabilities, weigh, contributions }
}

interface Neighbour {
  readonly place: number
  /** Of the text. */
  readonly index: number
  readonly likeness: number
}

const unit = ({ ids, weights }: Document, rarity: Float64Array): Document => {
  const weighed = new Float64Array(ids.length)
  let square = 0
  for (let index = 0; index < ids.length; index++) {
    const weight = at(weights, index) * at(rarity, at(ids, index))
    weighed[index] = weight
    square += weight * weight
  }
  const length = Math.sqrt(square) || 1
  for (let index = 0; index < ids.length; index++) weighed[index] = at(weighed, index) / length
  return { ids, weights: weighed }
}

const layOut = ({ ids, weights }: Document, dense: Float64Array): void => {
  for (let index = 0; index < ids.length; index++) dense[at(ids, index)] = at(weights, index)
}

const takeOut = ({ ids }: Document, dense: Float64Array): void => {
  for (const id of ids) dense[id] = 0
}

const dot = (vector: Document | undefined, dense: Float64Array): number => {
  if (vector === undefined) return 0
  const { ids, weights } = vector
  let sum = 0
  for (let index = 0; index < ids.length; index++) sum += at(weights, index) * at(dense, at(ids, index))
  return sum
}

/** The places with the highest scores above 0, highest first. */
const highest = (scores: Float64Array, count: number): number[] => {
  const places: number[] = []
  for (let place = 0; place < scores.length; place++) if (at(scores, place) > 0) places.push(place)
  return places.sort((a, b) => at(scores, b) - at(scores, a) || a - b).slice(0, count)
}

const at = (values: Float64Array | Int32Array, index: number): number => values[index] ?? 0
