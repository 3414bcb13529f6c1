import { USUAL_TIMEOUT_SECONDS } from '../../contract/server-allowance.ts'

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
  startMs: USUAL_TIMEOUT_SECONDS * 1000,
  probeMs: 5_000,
  idleMs: USUAL_TIMEOUT_SECONDS * 1000,
  totalMs: 14 * 60_000,
  graceMs: 5_000,
}

/** The usual times for a server that may take that long to start and to give a sign of life; null changes nothing. */
export const timesWith = (
  timeoutSeconds: number | null,
  usual: SessionTimes = SESSION_TIMES,
): SessionTimes => {
  if (timeoutSeconds === null) return usual
  const idleMs = timeoutSeconds * 1000
  return { ...usual, idleMs, startMs: Math.max(idleMs, usual.startMs) }
}
