import { at, grown } from './arrays.ts'
import { addUp, type Centre, type LearnedText } from './centre.ts'
import { createPostings, type Postings } from './postings.ts'
import { createVocabulary, type Document, type Vocabulary } from './vocabulary.ts'

/** One text to learn; `emphasis` 1 means an author's example. */
export interface Lesson {
  readonly features: ReadonlyMap<string, number>
  readonly emphasis: number
}

/** A learned capability. */
export interface Learned {
  readonly name: string
  /** Its index in the postings. */
  readonly place: number
  readonly texts: readonly LearnedText[]
  readonly centre: Centre
}

/** Everything derived from all capabilities; outdated by the next change. */
export interface View {
  /** All capabilities in the order of their names. */
  readonly order: readonly Learned[]
  /** The total number of texts. */
  readonly texts: number
  /** The weight of each feature by rarity; at least as long as the vocabulary. */
  readonly rarity: Float64Array
  /** The weight of a feature that no capability has. */
  readonly unknown: number
  /** By place: one over the length of each capability's centre, weighted by rarity. */
  readonly inverse: Float64Array
  /** A capability's texts as unit vectors weighted by rarity, in the order of their features. */
  vectors(one: Learned): readonly Float32Array[]
}

/**
 * The learned capabilities. Adding or removing one does not retrain the others, and removal leaves nothing
 * behind.
 */
export interface Library {
  /** Learns a capability, or replaces it. */
  add(name: string, lessons: readonly Lesson[]): void
  /** Removes one; does nothing if it is unknown. */
  remove(name: string): void
  /** The current view; the same object until something changes. */
  view(): View
  readonly vocabulary: Vocabulary
  readonly postings: Postings
}

/**
 * Rarity depends on how few texts and how few capabilities have a feature; the powers are below 1 because
 * there are so few texts, and common words still carry some information.
 */
const RARITY_POWER = 0.4

/** Makes an empty library. */
export const createLibrary = (): Library => {
  const vocabulary = createVocabulary()
  const postings = createPostings()
  const known = new Map<string, Learned>()
  const free: number[] = []
  let places = 0
  let texts = 0
  let current: View | null = null
  /** Each view reuses the arrays of the one before. */
  let rarity = new Float64Array(1_024)
  let inverse = new Float64Array(64)

  const add: Library['add'] = (name, lessons) => {
    remove(name)
    const own = lessons.map(({ features, emphasis }) => ({ document: vocabulary.take(features), emphasis }))
    const centre = addUp(own)
    const place = free.pop() ?? places++
    vocabulary.count(centre.ids, 1)
    centre.ids.forEach((id, index) => {
      postings.insert(id, place, at(centre.roots, index), at(centre.times, index))
    })
    known.set(name, { name, place, texts: own, centre })
    texts += own.length
    current = null
  }

  const remove: Library['remove'] = (name) => {
    const one = known.get(name)
    if (one === undefined) return
    vocabulary.count(one.centre.ids, -1)
    for (const id of one.centre.ids) postings.remove(id, one.place)
    for (const { document } of one.texts) vocabulary.drop(document)
    free.push(one.place)
    known.delete(name)
    texts -= one.texts.length
    current = null
  }

  const look = (): View => {
    const { size, inTexts, inCapabilities } = vocabulary
    const byTexts = rarities(texts)
    const byCapabilities = rarities(known.size)
    rarity = grown(rarity, size)
    for (let id = 0; id < size; id++)
      rarity[id] = at(byTexts, at(inTexts, id)) * at(byCapabilities, at(inCapabilities, id))
    inverse = grown(inverse, places)
    const order = [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const { place, centre } of order) inverse[place] = 1 / centreLength(centre, rarity)
    const found = new Map<Learned, readonly Float32Array[]>()
    const vectors = (one: Learned): readonly Float32Array[] => {
      const there = found.get(one)
      if (there !== undefined) return there
      const made = one.texts.map(({ document }) => vectorOf(document, rarity))
      found.set(one, made)
      return made
    }
    return { order, texts, rarity, unknown: at(byTexts, 0) * at(byCapabilities, 0), inverse, vectors }
  }

  return { add, remove, view: () => (current ??= look()), vocabulary, postings }
}

/** The weight by rarity of occurring in 0, 1, ... `all` of `all`. */
const rarities = (all: number): Float64Array =>
  Float64Array.from({ length: all + 1 }, (_, of) => (Math.log((1 + all) / (1 + of)) + 1) ** RARITY_POWER)

const centreLength = ({ ids, roots }: Centre, rarity: Float64Array): number => {
  let square = 0
  for (let index = 0; index < ids.length; index++)
    square += at(rarity, at(ids, index)) * at(roots, index) ** 2
  return Math.sqrt(square) || 1
}

const vectorOf = ({ ids, weights }: Document, rarity: Float64Array): Float32Array => {
  const vector = new Float32Array(ids.length)
  let square = 0
  for (let index = 0; index < ids.length; index++) {
    const value = at(weights, index) * at(rarity, at(ids, index))
    vector[index] = value
    square += value * value
  }
  const scale = 1 / (Math.sqrt(square) || 1)
  for (let index = 0; index < vector.length; index++) vector[index] = at(vector, index) * scale
  return vector
}
