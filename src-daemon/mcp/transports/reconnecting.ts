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
