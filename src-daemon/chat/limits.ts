/** The fixed limits of a turn, besides its budget in tokens and time. */

/** Tool calls in one answer of the model. */
export const CALLS = 24
/** A model that asks for the same thing this often, and learns nothing new in between, is going round in circles. */
export const SAME_CALLS = 3
/** Failed arguments a model may correct in one turn (acp.md 7.5). */
export const REPAIRS = 3
/** The most that the last answer of a turn that ends at a limit may take, in milliseconds. */
export const LAST_ANSWER_MS = 60_000
