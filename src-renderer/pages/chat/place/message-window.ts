/** Messages drawn when a conversation opens: more than a screen of usual ones; what is missing is drawn in the next frames. */
export const FIRST = 12

/** Heights of the view that are drawn above and below it, before somebody scrolls there. */
const NEAR = 2
/** Heights of the view behind which messages are given up again. */
const FAR = 4

/** Which messages are drawn, `[from, to)`, and what that fills, in pixels. */
export interface Drawn {
  readonly from: number
  readonly to: number
  readonly count: number
  /** Pixels above and below what is visible, and the height of that. */
  readonly above: number
  readonly below: number
  readonly view: number
  /** Heights of the first and the last message drawn; 0 for one that must stay, as something is written in it. */
  readonly first: number
  readonly last: number
}

/** One step towards drawing what is near and no more: a message at an end, or earlier ones have to be read. */
export type Step = 'draw first' | 'draw last' | 'drop first' | 'drop last' | 'read' | null

/**
 * The next step; null if what is drawn is right. What is near comes first, so that nothing is missing where somebody
 * reads. Nothing that is dropped is near, so no step calls for the opposite one.
 */
export const nextStep = (drawn: Drawn, hasOlder: boolean): Step => {
  const { from, to, count, above, below, view, first, last } = drawn
  if (view === 0) return null
  if (below < NEAR * view && to < count) return 'draw last'
  if (above < NEAR * view && from > 0) return 'draw first'
  if (above < NEAR * view && hasOlder) return 'read'
  if (to - from <= FIRST) return null
  if (first > 0 && above - first > FAR * view) return 'drop first'
  if (last > 0 && below - last > FAR * view) return 'drop last'
  return null
}
