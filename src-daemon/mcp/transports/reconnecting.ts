import { setTimeout as wait } from 'node:timers/promises'
import type { StreamableHTTPClientTransportOptions } from '@modelcontextprotocol/client'

/** A server says how soon its stream is asked for again: at once would never end, and a timer takes too long a time for none. */
const DELAY_MS = { least: 1000, most: 60_000 }

/** Asks for a stream again when the server wants, within limits. */
export const reconnectPatiently: NonNullable<
  StreamableHTTPClientTransportOptions['reconnectionScheduler']
> = (reconnect, delay) => {
  const timer = setTimeout(reconnect, Math.min(Math.max(delay, DELAY_MS.least), DELAY_MS.most))
  return () => {
    clearTimeout(timer)
  }
}

/**
 * Makes each request wait until one may follow the last: for the deprecated transport, whose library asks again as soon as
 * the server says. Rejects if `signal` aborts meanwhile.
 */
export const createPatience = (): ((signal: AbortSignal | null) => Promise<void>) => {
  let next = 0
  return async (signal) => {
    const pause = next - performance.now()
    next = Math.max(next, performance.now()) + DELAY_MS.least
    if (pause > 0) await wait(pause, undefined, signal === null ? {} : { signal })
  }
}
