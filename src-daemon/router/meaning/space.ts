import { setImmediate as breathe } from 'node:timers/promises'
import type { Likeness } from '../classifier/likeness.ts'
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

/** How many capabilities are compared text by text. */
const RIVALS = 32
const RESULTS = 5
/** Characters shown of the nearest text. */
const SHOWN = 80

/** A capability with its vectors, the mean removed. */
interface Place {
  readonly name: string
  readonly texts: readonly string[]
  readonly vectors: readonly Float32Array[]
  readonly middle: Float32Array
}

/**
 * Creates the space of `capabilities`. `neutral` are the vectors of messages for no capability: their mean is subtracted from every vector, because
 * models place all texts on one side, and their nearness to the capabilities is the baseline. Yields to other work in between.
 */
export const createSpace = async (
  capabilities: readonly Meant[],
  neutral: readonly Float32Array[],
): Promise<Space> => {
  const dimensions = neutral[0]?.length ?? 0
  const centre = meanOf(neutral, dimensions)
  const places: Place[] = []
  for (const { name, texts, vectors } of capabilities) {
    const centred = vectors.map((vector) => centredOf(vector, centre))
    places.push({ name, texts, vectors: centred, middle: unit(meanOf(centred, dimensions)) })
    await breathe()
  }

  /** How well capabilities fit, best first: similarity to the mean of their texts, and to the nearest one. */
  const weigh = (message: Float32Array) =>
    places
      .map((place) => ({ place, likeness: dot(message, place.middle) }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, RIVALS)
      .map(({ place, likeness }) => {
        const nearest = nearestOf(message, place)
        return { name: place.name, text: nearest.text, fit: (likeness + nearest.likeness) / 2 }
      })
      .sort((a, b) => b.fit - a.fit || (a.name < b.name ? -1 : 1))

  let usual = 0
  for (const vector of neutral) {
    usual += (weigh(centredOf(vector, centre))[0]?.fit ?? 0) / neutral.length
    await breathe()
  }

  const likeness: Space['likeness'] = (message) => {
    const weighed = weigh(centredOf(message, centre)).slice(0, RESULTS)
    const chances = calibrate(
      weighed.map(({ fit }) => fit),
      usual,
    )
    return weighed.map(({ name, text }, rank) => ({
      name,
      score: chances[rank] ?? 0,
      matched: text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text,
    }))
  }

  return { dimensions, likeness }
}

const nearestOf = (message: Float32Array, { texts, vectors }: Place): { text: string; likeness: number } => {
  let best = 0
  let likeness = -1
  vectors.forEach((vector, index) => {
    const own = dot(message, vector)
    if (own <= likeness) return
    likeness = own
    best = index
  })
  return { text: texts[best] ?? '', likeness }
}

const centredOf = (vector: Float32Array, centre: Float32Array): Float32Array =>
  unit(vector.map((value, index) => value - (centre[index] ?? 0)))

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
