/** A pair of equal symbols, by index in each sequence. */
export interface Anchor {
  readonly before: number
  readonly after: number
}

/**
 * As many symbols as possible that occur once in each of two sequences, in the same order in both (patience diff):
 * cheap to find, even if the sequences are too different for a search of the smallest edit.
 */
export const anchorsOf = (before: Int32Array, after: Int32Array): readonly Anchor[] => {
  const places = onlyPlaces(after)
  const common = [...onlyPlaces(before)].flatMap(([symbol, at]) => {
    const other = places.get(symbol)
    return other === undefined ? [] : [{ before: at, after: other }]
  })
  return longestRising(common)
}

/** The index of each symbol that occurs only once, in order. */
const onlyPlaces = (symbols: Int32Array): Map<number, number> => {
  const places = new Map<number, number>()
  const repeated = new Set<number>()
  symbols.forEach((symbol, at) => {
    if (places.has(symbol)) repeated.add(symbol)
    else places.set(symbol, at)
  })
  for (const symbol of repeated) places.delete(symbol)
  return places
}

/** The longest part of `anchors`, which increase in `before`, that increases in `after` too. */
const longestRising = (anchors: readonly Anchor[]): readonly Anchor[] => {
  interface Link {
    readonly anchor: Anchor
    readonly earlier: Link | null
  }
  /** By length, the increasing part of that length with the lowest end. */
  const ends: Link[] = []
  for (const anchor of anchors) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.anchor.after ?? Infinity) < anchor.after) low = middle + 1
      else high = middle
    }
    ends[low] = { anchor, earlier: ends[low - 1] ?? null }
  }
  const rising: Anchor[] = []
  for (let link = ends.at(-1) ?? null; link !== null; link = link.earlier) rising.push(link.anchor)
  return rising.reverse()
}
