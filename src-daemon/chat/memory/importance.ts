/** How important facts are, from 0 to 1: how long they stay follows from it (asm.md 7.2). */

/** A fact the owner explicitly asked to remember stays. */
export const ASKED = 1
/** A proposed and accepted fact expires after two windows without use. */
export const AGREED = 0.5
/** Use alone doesn't keep a fact forever. */
const MAX_BY_USE = 0.9

/** The importance of a fact after it was used once more. */
export const raised = (importance: number): number =>
  Math.max(importance, Math.round(50 * (importance + MAX_BY_USE)) / 100)
