/** Height of a table row in pixels; other lists pass their own. */
export const ROW_HEIGHT = 32

/** Extra rows drawn on each side of the visible ones. */
const SPARE = 8

/** The most rows drawn at once in a table of this height. */
export const mostRows = (height: number): number =>
  Math.ceil(Math.max(0, height) / ROW_HEIGHT) + 2 * SPARE + 1

/** The rows to draw for a scroll position, `[start, end)`, with some extra on both sides. */
export const rowWindow = (input: {
  scrollTop: number
  height: number
  count: number
  spare?: number
  rowHeight?: number
}): { start: number; end: number } => {
  const { spare = SPARE, rowHeight = ROW_HEIGHT } = input
  const first = Math.floor(Math.max(0, input.scrollTop) / rowHeight)
  const visible = Math.ceil(Math.max(0, input.height) / rowHeight)
  const start = Math.max(0, Math.min(first, input.count) - spare)
  return { start, end: Math.min(input.count, first + visible + spare) }
}

/** The scroll position that brings a row into view below a sticky header; unchanged when it is visible already. */
export const scrollToRow = (input: {
  index: number
  scrollTop: number
  height: number
  header: number
  rowHeight?: number
}): number => {
  const { rowHeight = ROW_HEIGHT } = input
  const top = input.index * rowHeight
  const bottom = top + rowHeight
  if (top < input.scrollTop) return top
  const visible = input.height - input.header
  return bottom > input.scrollTop + visible ? bottom - visible : input.scrollTop
}
