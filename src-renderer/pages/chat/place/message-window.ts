/** Messages drawn when a conversation opens: more than a screen of usual ones; what is missing is drawn in the next frames. */
export const FIRST = 12

/** Heights of the view that are drawn above and below it, before somebody scrolls there. */
const NEAR = 2
/** Heights of the view behind which messages are given up again. */
const FAR = 4

/** Messages that are read, but not drawn yet, while somebody scrolls up. */
const AHEAD = 30

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

/** Which messages are drawn next, `[from, to)`; null if what is drawn is right. */
export type Step = Pick<Drawn, 'from' | 'to'> | null

/**
 * The next step towards drawing what is near and no more: a message is drawn at one end, and one that is far away is
 * given up at the other. What is near below comes first, so that nothing is missing where somebody reads. Nothing that
 * is given up is near, so no step calls for the opposite one.
 */
export const nextStep = (drawn: Drawn): Step => {
  const { from, to, count, above, below, view, first, last } = drawn
  if (view === 0) return null
  const drawsLast = below < NEAR * view && to < count
  const drawsFirst = !drawsLast && above < NEAR * view && from > 0
  const isFew = to - from + (drawsLast || drawsFirst ? 1 : 0) <= FIRST
  const dropsFirst = !isFew && first > 0 && above - first > FAR * view
  const dropsLast = !isFew && last > 0 && below - last > FAR * view
  if (!drawsFirst && !drawsLast && !dropsFirst && !dropsLast) return null
  return {
    from: from + (dropsFirst ? 1 : 0) - (drawsFirst ? 1 : 0),
    to: to + (drawsLast ? 1 : 0) - (dropsLast ? 1 : 0),
  }
}

/** Whether earlier messages have to be read soon: before all are drawn, so that the reader needn't wait for them. */
export const needsOlder = ({ from, view }: Drawn): boolean => view > 0 && from < AHEAD
