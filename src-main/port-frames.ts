/**
 * Messages on the port between a page and main. The page calls `window.satchel.connect()`; the port then arrives as a
 * `message` event on `window` whose `data` is a `PortArrival` and whose `ports[0]` is the port (call `port.start()`, or
 * set `onmessage`). Each `connect()` creates a new port and closes the previous one: a window has one relay.
 */
export interface PortArrival {
  readonly type: 'satchel:port'
}

/** A link is waiting: the page fetches it with `window.satchel.takeLink()`. It arrives as a `message` event as well. */
export interface LinkArrival {
  readonly type: 'satchel:link'
}

/** Frames from main. Nothing follows `close`. */
export type FrameToRenderer =
  | { readonly kind: 'open' }
  | { readonly kind: 'message'; readonly data: string }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string }

/** Frames from the page. Messages sent before `open` are queued (up to a limit) and sent in order. */
export type FrameToMain = { readonly kind: 'message'; readonly data: string } | { readonly kind: 'close' }

/**
 * Main's own close codes; other codes are the daemon's. 4001: the daemon has another version. 4002: no daemon can be
 * reached or started. Their `reason` is the JSON of a `ConnectFailure`. 4004: a frame was malformed or too many were
 * queued.
 */
export type ShellCloseCode = 4001 | 4002 | 4004

/** Why there is no connection: an error code of `src-daemon/text` and its parameters. */
export interface ConnectFailure {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}
