/** The hard limits of a turn. Waiting for the person doesn't count, only the model's own time. */

/** Answers of the model in one turn; each may call tools. */
export const STEPS = 8
/** Tool calls in one turn. */
export const CALLS = 24
/** A model that asks for the same thing this often is going round in circles. */
export const SAME_CALLS = 3
/** Failed arguments a model may correct in one turn (acp.md 7.5). */
export const REPAIRS = 3
/** Tokens a turn may use, read and written, over all its requests. */
export const TOKENS = 400_000
/** Milliseconds a model may talk in one turn, over all its answers. */
export const MODEL_MS = 10 * 60_000
