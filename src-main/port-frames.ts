/**
 * What travels on the port between a page and main. The page asks with `window.satchel.connect()`; the port then arrives as a
 * `message` event on `window` whose `data` is a `PortArrival` and whose `ports[0]` is the port (call `port.start()`, or set
 * `onmessage`). Each `connect()` brings a new port and ends the one before: a window has one relay.
 */
export interface PortArrival {
  readonly type: 'satchel:port'
}

/** A link waits: the page fetches it with `window.satchel.takeLink()`. It arrives as a `message` event as well. */
export interface LinkArrival {
  readonly type: 'satchel:link'
}

/** What main says. Nothing follows `close`. */
export type FrameToRenderer =
  | { readonly kind: 'open' }
  | { readonly kind: 'message'; readonly data: string }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string }

/** What the page says. Messages sent before `open` are kept (up to a bound) and sent in order. */
export type FrameToMain = { readonly kind: 'message'; readonly data: string } | { readonly kind: 'close' }

/**
 * Close codes of main itself; other codes are the daemon's own. 4001: the daemon speaks another version. 4002: no daemon can be
 * reached or started. Their `reason` is the JSON of a `ConnectFailure`. 4004: a frame was malformed or too many were waiting.
 */
export type ShellCloseCode = 4001 | 4002 | 4004

/** Why there is no connection: an error code of `src-daemon/text` and what fills its words. */
export interface ConnectFailure {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}
