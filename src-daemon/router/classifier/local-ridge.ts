import { at, grown, numbersOf } from './arrays.ts'

/** A text that competes to explain a message. */
export interface Neighbour {
  /** Its features, below `size`. */
  readonly ids: Int32Array
  /** Their weights, together a unit vector. */
  readonly vector: Float32Array
  /** Similarity to the message, 0..1. */
  readonly likeness: number
}

export interface LocalRidge {
  /**
   * How much of a message each of the nearest texts explains, in their order. `size` is the number of
   * features.
   */
  explain(near: readonly Neighbour[], size: number): Float64Array
}

/** How much less a text that is like others counts; larger for vectors in which everything is somewhat alike. */
const LAMBDA = 0.3

/**
 * Explains a message by its nearest texts jointly: the ridge solution `(K + lambda I) x = k` of their
 * similarities to each other (`K`) and to the message (`k`). What several of them share counts once, so that
 * the words in which neighbours differ decide. `K` is never materialised: it is the product of the texts'
 * features with themselves.
 */
export const createLocalRidge = (lambda = LAMBDA): LocalRidge => {
  /** By feature: the number of texts that have it, and its column. All zero between two messages. */
  let seen = new Int32Array(1_024)
  let numbers = new Int32Array(1_024)
  /** The texts as rows over the features that at least two of them have. */
  let columns = new Int32Array(8_192)
  let values = new Float64Array(8_192)
  let sums = new Float64Array(1_024)

  /** The sparse rows: their `ends`, what each text has alone (`rest`), and the number of columns. */
  const layOut = (near: readonly Neighbour[], size: number): Rows => {
    seen = grown(seen, size)
    numbers = grown(numbers, size)
    const all = near.reduce((sum, { ids }) => sum + ids.length, 0)
    columns = grown(columns, all)
    values = grown(values, all)
    // Local names: a loop over reassignable variables takes twice as long.
    const [seenIn, number, column, value] = [seen, numbers, columns, values]
    for (const { ids } of near)
      for (let index = 0; index < ids.length; index++) {
        const id = at(ids, index)
        seenIn[id] = at(seenIn, id) + 1
      }
    const ends = new Int32Array(near.length)
    const rest = new Float64Array(near.length)
    let width = 0
    let filled = 0
    near.forEach(({ ids, vector }, row) => {
      // Features that only one text has add to its similarity to itself alone.
      let own = 1 + lambda
      for (let index = 0; index < ids.length; index++) {
        const id = at(ids, index)
        if (at(seenIn, id) < 2) continue
        if (at(number, id) === 0) number[id] = ++width
        const weight = at(vector, index)
        column[filled] = at(number, id) - 1
        value[filled++] = weight
        own -= weight * weight
      }
      ends[row] = filled
      rest[row] = own
    })
    for (const { ids } of near)
      for (let index = 0; index < ids.length; index++) {
        const id = at(ids, index)
        seenIn[id] = 0
        number[id] = 0
      }
    sums = grown(sums, width)
    return { ends, rest, width, columns: column, values: value, sums }
  }

  return {
    explain: (near, size) => {
      const rows = layOut(near, size)
      return solve(
        (vector, product) => {
          multiply(rows, vector, product)
        },
        numbersOf(near, ({ likeness }) => likeness),
      )
    },
  }
}

interface Rows {
  readonly ends: Int32Array
  readonly rest: Float64Array
  readonly width: number
  readonly columns: Int32Array
  readonly values: Float64Array
  /** Scratch space, a number per column. */
  readonly sums: Float64Array
}

/** `product = (K + lambda I) vector`. */
const multiply = (
  { ends, rest, width, columns, values, sums }: Rows,
  vector: Float64Array,
  product: Float64Array,
): void => {
  sums.fill(0, 0, width)
  let from = 0
  for (let row = 0; row < ends.length; row++) {
    const factor = at(vector, row)
    const end = at(ends, row)
    for (; from < end; from++) {
      const column = at(columns, from)
      sums[column] = at(sums, column) + factor * at(values, from)
    }
  }
  from = 0
  for (let row = 0; row < ends.length; row++) {
    let sum = at(rest, row) * at(vector, row)
    const end = at(ends, row)
    for (; from < end; from++) sum += at(sums, at(columns, from)) * at(values, from)
    product[row] = sum
  }
}

/** Multiplies a symmetric, positive definite matrix by `vector` into `product`, which is as long. */
type Multiply = (vector: Float64Array, product: Float64Array) => void

/** A smaller residual changes no choice; the number of iterations depends only on the numbers. */
const ENOUGH = 0.02
const MAX_STEPS = 16

/** Solves `A x = wanted` by conjugate gradients, to within two hundredths. */
const solve = (multiply: Multiply, wanted: Float64Array): Float64Array => {
  const n = wanted.length
  const solution = new Float64Array(n)
  const rest = wanted.slice()
  const direction = wanted.slice()
  const product = new Float64Array(n)
  let error = dot(rest, rest)
  const enough = error * ENOUGH ** 2
  for (let step = 0; step < MAX_STEPS && error > enough; step++) {
    multiply(direction, product)
    const along = error / dot(direction, product)
    for (let i = 0; i < n; i++) {
      solution[i] = at(solution, i) + along * at(direction, i)
      rest[i] = at(rest, i) - along * at(product, i)
    }
    const left = dot(rest, rest)
    for (let i = 0; i < n; i++) direction[i] = at(rest, i) + (left / error) * at(direction, i)
    error = left
  }
  return solution
}

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += at(one, i) * at(other, i)
  return sum
}
