/** The middle of some figures. Errors: RangeError when there are none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The figure below which `part` (0 to 1) of the figures lie, interpolated. Errors: RangeError when there are none. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * part
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new RangeError('No figures to take a quantile of')
  return below + (above - below) * (position - Math.floor(position))
}

/** How far figures lie apart: the distance of the quartiles, relative to the median. */
export const spreadOf = (values: readonly number[]): number => {
  const middle = median(values)
  return middle === 0 ? 0 : (quantile(values, 0.75) - quantile(values, 0.25)) / middle
}
