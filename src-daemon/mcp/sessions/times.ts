/**
 * Milliseconds: for a server to become ready, the idle timeout of a call, its total timeout, and for a clean
 * shutdown.
 */
export interface SessionTimes {
  readonly startMs: number
  readonly probeMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly graceMs: number
}

export const SESSION_TIMES: SessionTimes = {
  startMs: 60_000,
  probeMs: 5_000,
  idleMs: 60_000,
  totalMs: 14 * 60_000,
  graceMs: 5_000,
}
