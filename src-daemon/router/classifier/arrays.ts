type Numbers = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** The same array, or a copy that holds at least `length` numbers; it doubles when it grows. */
export const grown = <T extends Numbers>(values: T, length: number): T => {
  if (values.length >= length) return values
  const Kind = values.constructor as new (length: number) => T
  const longer = new Kind(Math.max(length, values.length * 2))
  longer.set(values)
  return longer
}

/** An element of an array that is known to be longer than `index`. */
export const at = (values: Int32Array | Float32Array | Float64Array, index: number): number =>
  values[index] ?? 0

/** A number for each item. `Float64Array.from` does the same, ten times slower. */
export const numbersOf = <T>(
  items: readonly T[],
  numberOf: (item: T, index: number) => number,
): Float64Array => {
  const numbers = new Float64Array(items.length)
  items.forEach((item, index) => {
    numbers[index] = numberOf(item, index)
  })
  return numbers
}

/**
 * The positions of the `count` highest of the first `length` values above 0, in ascending order; among equal
 * values the first ones count.
 */
export const highest = (values: Float64Array, length: number, count: number): readonly number[] => {
  const found = new Float64Array(length)
  let positive = 0
  for (let place = 0; place < length; place++)
    if (at(values, place) > 0) found[positive++] = at(values, place)
  const sorted = found.subarray(0, positive).sort()
  // If all fit in, every value above 0 counts.
  const least = positive > count ? at(sorted, positive - count) : 0
  let equal = 0
  if (positive > count) {
    equal = count
    for (let index = positive - 1; index >= 0 && at(sorted, index) > least; index--) equal--
  }
  const places: number[] = []
  for (let place = 0; place < length; place++) {
    const value = at(values, place)
    if (value > least || (least > 0 && value === least && equal-- > 0)) places.push(place)
  }
  return places
}
