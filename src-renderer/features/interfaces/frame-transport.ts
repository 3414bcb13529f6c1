import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** In a second. An interface that draws with each frame of the screen says less. */
const MAX_MESSAGES = 300
/** UTF-16 units of one, as JSON. */
const MAX_LENGTH = 1024 * 1024
const SECOND_MS = 1000

/** What the page around an interface says itself, beside the interface's messages. */
export interface FrameSays {
  /** It waits for the interface; the second time, the frame went to another page. */
  readonly ready: () => void
  /** It is still the page with the interface. */
  readonly here: () => void
  /** Somebody wants to leave it. */
  readonly leave: () => void
  /** It says more than an interface may; nothing of it is heard any more. */
  readonly flood: () => void
}

/**
 * The messages between an interface and the app: of this frame alone, whatever its origin says, copied as JSON, and no more than
 * can be looked at.
 */
export const createFrameTransport = (frame: HTMLIFrameElement, says: FrameSays): Transport => {
  let since = performance.now()
  let count = 0

  const hear = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== frame.contentWindow) return
    const at = performance.now()
    if (at - since > SECOND_MS) {
      since = at
      count = 0
    }
    count += 1
    if (count > MAX_MESSAGES) {
      stop()
      says.flood()
      return
    }
    const message = plain(data)
    if (message === 'too_long') {
      stop()
      says.flood()
    } else if (message !== null) take(message)
  }

  const take = (message: Record<string, unknown>): void => {
    if (message['satchel'] === 'ready') says.ready()
    else if (message['satchel'] === 'here') says.here()
    else if (message['satchel'] === 'leave') says.leave()
    // The protocol checks each message.
    else if (message['jsonrpc'] === '2.0') transport.onmessage?.(message as unknown as JSONRPCMessage)
  }

  const stop = (): void => {
    removeEventListener('message', hear)
  }

  const transport: Transport = {
    start: () => {
      addEventListener('message', hear)
      return Promise.resolve()
    },
    // Its origin is opaque, so it can't be named.
    send: (message) => {
      frame.contentWindow?.postMessage(message, '*')
      return Promise.resolve()
    },
    close: () => {
      stop()
      transport.onclose?.()
      return Promise.resolve()
    },
  }
  return transport
}

/** An object of JSON; null for anything else. */
const plain = (data: unknown): Record<string, unknown> | null | 'too_long' => {
  try {
    const text = JSON.stringify(data)
    if (text.length > MAX_LENGTH) return 'too_long'
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null // nothing that can be written, such as a circle
  }
}
