/** What the worker that checkpoints is started with; without it, it has nothing to do and ends. */
export interface CheckpointWorkerData {
  readonly path: string
  /** One of the numbers below: who is in the middle of writing does not get to messages. */
  readonly signal: Int32Array<SharedArrayBuffer>
}

/** The worker waits. */
export const IDLE = 0
/** It was asked and has not begun; it does not where this is taken back. */
export const ASKED = 1
export const AT_WORK = 2
/** It waits, and what was written while it was at work is so little that the writer moves it in a moment. */
export const ALMOST = 3

export type CheckpointRequest = 'move' | 'end'

/** What failed; of what goes well nothing is said but by the signal. */
export interface CheckpointProblem {
  readonly message: string
  readonly code: string | null
}
