import { setImmediate as breathe } from 'node:timers/promises'
import type { Likeness } from '../classifier/likeness.ts'
import { createLocalRidge } from '../classifier/local-ridge.ts'
import { calibrate } from './calibration.ts'

/** The texts of one capability, and a model's vector for each. */
export interface Meant {
  readonly name: string
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
}

/** The installed capabilities in the vector space of one model. Immutable; a change creates a new one. */
export interface Space {
  /** Length of a vector. */
  readonly dimensions: number
  /**
   * The likeliest capabilities, best first, up to five; `matched` is each one's nearest text to the message.
   */
  likeness(message: Float32Array): readonly Likeness[]
}

/** How many capabilities are compared text by text, and how many of their texts compete to explain a message. */
const RIVALS = 32
const NEIGHBOURS = 48
const LAMBDA = 1
const RESULTS = 5
/** Characters shown of the nearest text. */
const SHOWN = 80

/** A capability with its vectors, seen from the middle of their language. */
interface Place {
  readonly name: string
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
  readonly middle: Float32Array
}

/**
 * Creates the space of `capabilities`. `neutral` are the vectors of messages for no capability, a list for each language. Models place all
 * texts on one side, and those of a language together: so each vector is seen from the middle of the nearest language, and texts of
 * different languages with the same meaning come close. The nearness of the neutral ones to the capabilities is the baseline. Yields to
 * other work in between.
 */
export const createSpace = async (
  capabilities: readonly Meant[],
  neutral: readonly (readonly Float32Array[])[],
): Promise<Space> => {
  const unrelated = neutral.flat()
  const dimensions = unrelated[0]?.length ?? 0
  const middles = neutral.map((vectors) => {
    const middle = meanOf(vectors, dimensions)
    return { middle, direction: unit(middle) }
  })
  const centred = (vector: Float32Array): Float32Array => {
    const [nearest] = middles
      .map(({ middle, direction }) => ({ middle, likeness: dot(vector, direction) }))
      .sort((a, b) => b.likeness - a.likeness)
    return unit(vector.map((value, index) => value - (nearest?.middle[index] ?? 0)))
  }
  const places: Place[] = []
  for (const { name, texts, vectors: raw } of capabilities) {
    const vectors = raw.map(centred)
    places.push({ name, texts, vectors, middle: unit(meanOf(vectors, dimensions)) })
    await breathe()
  }

  const ridge = createLocalRidge(LAMBDA)
  const everyDimension = Int32Array.from({ length: dimensions }, (_, at) => at)

  /** The capabilities whose middle is nearest, nearest first. */
  const nearest = (message: Float32Array): readonly { place: Place; likeness: number }[] =>
    places
      .map((place) => ({ place, likeness: dot(message, place.middle) }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, RIVALS)

  let usual = 0
  for (const vector of unrelated) {
    usual += (nearest(centred(vector))[0]?.likeness ?? 0) / unrelated.length
    await breathe()
  }

  /** With each rival's share, and its text that is most like the message. */
  const compete = (message: Float32Array) => {
    const rivals = nearest(message).map((rival) => ({ ...rival, share: 0, text: '' }))
    const near = rivals
      .flatMap((rival) =>
        rival.place.vectors.map((vector, at) => ({
          ...{ rival, vector, ids: everyDimension, likeness: dot(message, vector) },
          text: rival.place.texts[at] ?? '',
        })),
      )
      .sort((a, b) => b.likeness - a.likeness)
    for (const { rival, text } of near) if (rival.text === '') rival.text = text
    const competing = near.slice(0, NEIGHBOURS)
    ridge.explain(competing, dimensions).forEach((share, at) => {
      const rival = competing[at]?.rival
      if (rival !== undefined) rival.share += share
    })
    return rivals
  }

  const likeness: Space['likeness'] = (message) => {
    const rivals = compete(centred(message))
    const scores = calibrate(rivals, { capabilities: places.length, usual })
    return rivals
      .map(({ place, text }, at) => ({
        name: place.name,
        score: scores[at] ?? 0,
        matched: text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text,
      }))
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
      .slice(0, RESULTS)
  }

  return { dimensions, likeness }
}

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((value) => value / length)
}

const meanOf = (vectors: readonly Float32Array[], dimensions: number): Float32Array => {
  const mean = new Float32Array(dimensions)
  for (const vector of vectors)
    for (let index = 0; index < dimensions; index++)
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length
  return mean
}

const dot = (one: Float32Array, other: Float32Array): number => {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
