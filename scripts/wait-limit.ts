/** How long tests wait for what should come: a limit for what hangs, so that a busy machine fails no test. */
export const WAIT_LIMIT_MS = 20_000
