import { at, grown } from './arrays.ts'
import { addUp, type Centre, type LearnedText } from './centre.ts'
import { createPostings, type Postings } from './postings.ts'
import { createVocabulary, type Document, type Vocabulary } from './vocabulary.ts'

/** What is to be learned of one text; `emphasis` 1 is an author's example. */
export interface Lesson {
  readonly features: ReadonlyMap<string, number>
  readonly emphasis: number
}

/** A learned capability. */
export interface Learned {
  readonly name: string
  /** Its number in the postings. */
  readonly place: number
  readonly texts: readonly LearnedText[]
  readonly centre: Centre
}

/** What depends on everything that is known; of no use after the next change. */
export interface View {
  /** All capabilities in the order of their names. */
  readonly order: readonly Learned[]
  /** How many texts they have together. */
  readonly texts: number
  /** How much each feature counts; at least as long as the vocabulary. */
  readonly rarity: Float64Array
  /** How much a feature counts that nobody has. */
  readonly unknown: number
  /** One over the length of each capability's centre once rarity counts, by place. */
  readonly inverse: Float64Array
  /** The weights of a capability's texts once rarity counts, each text as a unit vector, in the order of its features. */
  vectors(one: Learned): readonly Float32Array[]
}

/** The capabilities that are known. One comes and goes without the others being learned again, and leaves nothing behind. */
export interface Library {
  /** Learns a capability, or the same one anew. */
  add(name: string, lessons: readonly Lesson[]): void
  /** Forgets one; nothing happens when it is not known. */
  remove(name: string): void
  /** What is known now; the same until something changes. */
  view(): View
  readonly vocabulary: Vocabulary
  readonly postings: Postings
}

/**
 * A feature is rare by how few texts have it, and how few capabilities; the powers are under 1 because so few texts are known, and
 * common words count a little more than they say.
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
  /** Each view takes over the arrays of the one before. */
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

/** How much it counts to stand in 0, 1, ... `all` of `all`. */
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
