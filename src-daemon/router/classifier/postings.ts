import type { Document } from './vocabulary.ts'

/** Every capability's texts added up, kept by feature: which capabilities have it, and how much. */
export interface Postings {
  /** How like a message is to each capability, 0..1. `message` is a unit vector. */
  likeness(message: Document): Float64Array
  /**
   * How much likelier each capability's texts use the message's features than texts in general do: the mean logarithm of that
   * ratio, a little below 0 and far above. `plain`: the message before rarity counts.
   */
  typicality(plain: Document): Float64Array
  /** How much a capability is about a feature, 0..1. */
  weight(id: number, place: number): number
}

export interface PostingsInput {
  /** All of a capability's stand together; capabilities in the order of their places. */
  readonly texts: readonly { readonly place: number; readonly emphasis: number }[]
  /** The texts as unit vectors, in the same order. */
  readonly vectors: readonly Document[]
  /** In how many texts a feature stands. */
  readonly frequency: (id: number) => number
  /** Of the vocabulary. */
  readonly size: number
  /** How many capabilities there are. */
  readonly count: number
}

/** Texts in general count as so many more of a capability's own, so that few texts claim little. */
const PRIOR = 2

/** One capability: its texts as one unit vector, and how often each feature stands in them. */
interface Centre extends Document {
  readonly times: Float64Array
  /** How many texts, by emphasis. */
  readonly texts: number
}

/** Adds up the texts of each capability and turns the sums round. */
export const createPostings = (input: PostingsInput): Postings => {
  const { texts, frequency, size, count } = input
  const centres = addUp(input)
  const starts = new Int32Array(size + 1)
  for (const { ids } of centres) for (const id of ids) starts[id + 1] = at(starts, id + 1) + 1
  for (let id = 0; id < size; id++) starts[id + 1] = at(starts, id + 1) + at(starts, id)
  const places = new Int32Array(at(starts, size))
  const weights = new Float64Array(at(starts, size))
  const surprises = new Float64Array(at(starts, size))
  const next = starts.slice()
  centres.forEach((centre, place) => {
    for (let index = 0; index < centre.ids.length; index++) {
      const id = at(centre.ids, index)
      const slot = at(next, id)
      const general = (frequency(id) + 0.5) / (texts.length + 1)
      places[slot] = place
      weights[slot] = at(centre.weights, index)
      surprises[slot] = Math.log1p(at(centre.times, index) / (PRIOR * general))
      next[id] = slot + 1
    }
  })
  /** What every feature says that a capability does not have. */
  const lacking = centres.map((centre) => Math.log(PRIOR / (centre.texts + PRIOR)))

  const addTo = (
    scores: Float64Array,
    message: Document,
    values: Float64Array,
    scale: number,
  ): Float64Array => {
    for (let index = 0; index < message.ids.length; index++) {
      const id = at(message.ids, index)
      const weight = at(message.weights, index) * scale
      const end = at(starts, id + 1)
      for (let slot = at(starts, id); slot < end; slot++) {
        const place = at(places, slot)
        scores[place] = at(scores, place) + weight * at(values, slot)
      }
    }
    return scores
  }

  return {
    likeness: (message) => addTo(new Float64Array(count), message, weights, 1),
    typicality: (plain) => {
      const all = plain.weights.reduce((sum, weight) => sum + weight, 0)
      return addTo(Float64Array.from(lacking), plain, surprises, 1 / (all || 1))
    },
    weight: (id, place) => {
      // Places of a feature stand in ascending order.
      let low = at(starts, id)
      let high = at(starts, id + 1)
      while (low < high) {
        const middle = (low + high) >> 1
        if (at(places, middle) < place) low = middle + 1
        else high = middle
      }
      return low < at(starts, id + 1) && places[low] === place ? at(weights, low) : 0
    },
  }
}

/** Square roots keep what many of a capability's texts repeat from drowning what few of them say. */
const addUp = ({ texts, vectors, size, count }: PostingsInput): Centre[] => {
  const sums = new Float64Array(size)
  const counts = new Float64Array(size)
  const centres: Centre[] = []
  let index = 0
  for (let place = 0; place < count; place++) {
    const ids: number[] = []
    let own = 0
    for (let text = texts[index]; text?.place === place; text = texts[index]) {
      const vector = vectors[index++]
      const { emphasis } = text
      own += emphasis
      if (vector === undefined) continue
      for (let position = 0; position < vector.ids.length; position++) {
        const id = at(vector.ids, position)
        if (at(counts, id) === 0) ids.push(id)
        counts[id] = at(counts, id) + emphasis
        sums[id] = at(sums, id) + emphasis * at(vector.weights, position)
      }
    }
    let total = 0
    for (const id of ids) total += at(sums, id)
    const length = Math.sqrt(total) || 1
    const weights = new Float64Array(ids.length)
    const times = new Float64Array(ids.length)
    ids.forEach((id, position) => {
      weights[position] = Math.sqrt(at(sums, id)) / length
      times[position] = at(counts, id)
      sums[id] = 0
      counts[id] = 0
    })
    centres.push({ ids: Int32Array.from(ids), weights, times, texts: own })
  }
  return centres
}

const at = (values: Float64Array | Int32Array, index: number): number => values[index] ?? 0
