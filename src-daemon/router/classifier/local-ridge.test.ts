import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalRidge, type Neighbour } from './local-ridge.ts'

const FEATURES = 8

/** A text with the given features, as a unit vector. */
const text = fc
  .record({
    ids: fc.uniqueArray(fc.integer({ min: 0, max: FEATURES - 1 }), { minLength: 1 }),
    likeness: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  .map(({ ids, likeness }): Neighbour => {
    const length = Math.hypot(...ids.map((id) => 1 + id / 4))
    const vector = Float32Array.from(ids, (id) => (1 + id / 4) / length)
    return { ids: Int32Array.from(ids), vector, likeness }
  })

const row = ({ ids, vector }: Neighbour): number[] => {
  const values = Array.from({ length: FEATURES }, () => 0)
  ids.forEach((id, index) => {
    values[id] = vector[index] ?? 0
  })
  return values
}

const product = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

describe('what the nearest texts explain', () => {
  it('solves the ridge equations of their likenesses', () => {
    const ridge = createLocalRidge()
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (near) => {
        const shares = [...ridge.explain(near, FEATURES)]
        const rows = near.map(row)
        const missed = near.map(({ likeness }, index) => {
          const kernel = rows.map((other) => product(rows[index] ?? [], other))
          return product(kernel, shares) + 0.3 * (shares[index] ?? 0) - likeness
        })
        const wanted = Math.hypot(...near.map(({ likeness }) => likeness))
        expect(Math.hypot(...missed)).toBeLessThan(0.021 * wanted)
      }),
      { numRuns: 100 },
    )
  })
})
