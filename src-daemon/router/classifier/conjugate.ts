import { at } from './arrays.ts'

/** Multiplies a symmetric, positive definite matrix by `vector` into `product`, which is as long. */
export type Multiply = (vector: Float64Array, product: Float64Array) => void

/** Nearer than this part of what is wanted changes no choice; how far a solution comes depends on nothing but the numbers. */
const ENOUGH = 0.02
const MOST_STEPS = 16

/** Solves `A x = wanted` by conjugate gradients, to within two hundredths. */
export const solve = (multiply: Multiply, wanted: Float64Array): Float64Array => {
  const n = wanted.length
  const solution = new Float64Array(n)
  const rest = wanted.slice()
  const direction = wanted.slice()
  const product = new Float64Array(n)
  let error = dot(rest, rest)
  const enough = error * ENOUGH ** 2
  for (let step = 0; step < MOST_STEPS && error > enough; step++) {
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
