/** Two symbols that are the same one: a place in either sequence. */
export interface Anchor {
  readonly before: number
  readonly after: number
}

/**
 * As many symbols as possible that stand once in each of two sequences, in the same order in both (patience diff): cheap to
 * find, also where the sequences are too different to look for the smallest edit.
 */
export const anchorsOf = (before: Int32Array, after: Int32Array): readonly Anchor[] => {
  const places = onlyPlaces(after)
  const common = [...onlyPlaces(before)].flatMap(([symbol, at]) => {
    const other = places.get(symbol)
    return other === undefined ? [] : [{ before: at, after: other }]
  })
  return longestRising(common)
}

/** Where each symbol stands that stands in one place only, in order. */
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

/** The longest part of `anchors`, which rise in `before`, that rises in `after` too. */
const longestRising = (anchors: readonly Anchor[]): readonly Anchor[] => {
  interface Link {
    readonly anchor: Anchor
    readonly earlier: Link | null
  }
  /** By length, the rising part of that length which ends lowest. */
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
