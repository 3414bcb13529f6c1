/** An element's position on screen; a subset of `DOMRect`. */
export interface Place {
  readonly left: number
  readonly top: number
}

/**
 * The card an arrow key leads to from card `at`: the next in reading order, or the nearest in the row above or below.
 * -1: back to the search field above the first row; null: nowhere. `rtl`: the right arrow goes back.
 */
export const nextCard = (key: string, at: number, places: readonly Place[], rtl: boolean): number | null => {
  const last = places.length - 1
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return at < last ? at + 1 : null
  if (key === back) return at > 0 ? at - 1 : null
  if (key === 'Home') return 0
  if (key === 'End') return last
  const from = places[at]
  if (from === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return null
  const tops = [...new Set(places.map(({ top }) => top))].toSorted((a, b) => a - b)
  const row = tops.indexOf(from.top) + (key === 'ArrowDown' ? 1 : -1)
  if (row < 0) return -1
  const inRow = places.flatMap((place, index) => (place.top === tops[row] ? [{ place, index }] : []))
  const nearest = inRow.toSorted(
    (a, b) => Math.abs(a.place.left - from.left) - Math.abs(b.place.left - from.left),
  )
  return nearest[0]?.index ?? null
}
