/** How important facts are, from 0 to 1: how long they stay follows from it (asm.md 7.2). */

/** What the owner asked by name to be remembered stays. */
export const ASKED = 1
/** What was proposed and agreed to leaves after two windows in which it wasn't used. */
export const AGREED = 0.5
/** Use alone keeps nothing for ever. */
const MOST_BY_USE = 0.9

/** The importance of a fact after it was used once more. */
export const raised = (importance: number): number =>
  Math.max(importance, Math.round(50 * (importance + MOST_BY_USE)) / 100)
