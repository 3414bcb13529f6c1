import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalRidge, type Neighbour } from './local-ridge.ts'

const FEATURES = 8
const rarity = Float64Array.from({ length: FEATURES }, (_, id) => 1 + id / 4)

/** A text of some features, each with a weight. */
const text = fc
  .record({
    ids: fc.uniqueArray(fc.integer({ min: 0, max: FEATURES - 1 }), { minLength: 1 }),
    weight: fc.double({ min: 0.1, max: 2, noNaN: true }),
    likeness: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  .map(({ ids, weight, likeness }): Neighbour => {
    const length = Math.hypot(...ids.map((id) => Math.fround(weight) * (rarity[id] ?? 0)))
    const document = { ids: Int32Array.from(ids), weights: Float32Array.from(ids, () => weight) }
    return { document, length, likeness }
  })

const row = ({ document: { ids, weights }, length }: Neighbour): number[] => {
  const values = Array.from({ length: FEATURES }, () => 0)
  ids.forEach((id, index) => {
    values[id] = ((weights[index] ?? 0) * (rarity[id] ?? 0)) / length
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
        const shares = [...ridge.explain(near, rarity)]
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
