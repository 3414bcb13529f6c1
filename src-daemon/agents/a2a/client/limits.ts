/** What one call of another agent may take. */
export interface CallLimits {
  /** Milliseconds for all of it. */
  readonly totalMs: number
  /** Milliseconds of silence before the first byte of an answer, and within one. */
  readonly silentMs: number
  /** Bytes of one answer, or of one stream. */
  readonly maxBytes: number
  /** Milliseconds between two questions about a task: at first, and at most. */
  readonly pollMs: readonly [number, number]
  /** The same for an agent that calls back. */
  readonly calledMs: number
  /** Milliseconds after which a task that goes on gets a callback. */
  readonly callbackMs: number
  /** Milliseconds after which a call with a callback ends without waiting for the task. */
  readonly handOverMs: number
}

export const CALL_LIMITS: CallLimits = {
  totalMs: 10 * 60_000,
  silentMs: 2 * 60_000,
  maxBytes: 8 * 1024 * 1024,
  pollMs: [300, 5000],
  calledMs: 20_000,
  callbackMs: 1000,
  // A capability may take three minutes.
  handOverMs: 150_000,
}
