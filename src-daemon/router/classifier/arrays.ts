type Numbers = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** The same array, or a copy of at least `length` numbers, twice as long where it grows. */
export const grown = <T extends Numbers>(values: T, length: number): T => {
  if (values.length >= length) return values
  const Kind = values.constructor as new (length: number) => T
  const longer = new Kind(Math.max(length, values.length * 2))
  longer.set(values)
  return longer
}

/** A number of an array that is known to be as long as `index`. */
export const at = (values: Int32Array | Float32Array | Float64Array, index: number): number =>
  values[index] ?? 0

/** A number for each item. `Float64Array.from` would do, ten times slower. */
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
 * Where the `count` highest of the first `length` values above 0 stand, in the order in which they stand; of equal ones the first
 * ones count.
 */
export const highest = (values: Float64Array, length: number, count: number): number[] => {
  const places: number[] = []
  for (let place = 0; place < length; place++) if (at(values, place) > 0) places.push(place)
  if (places.length <= count) return places
  const sorted = numbersOf(places, (place) => at(values, place)).sort()
  const least = at(sorted, sorted.length - count)
  let equal = count
  for (let index = sorted.length - 1; index >= 0 && at(sorted, index) > least; index--) equal--
  return places.filter((place) => at(values, place) > least || (at(values, place) === least && equal-- > 0))
}
