import type { FrameToMain, FrameToRenderer } from '../../src-main/port-frames.ts'

/** Connects to the daemon and returns the page's end of the port. */
export type OpenPort = () => Promise<MessagePort>

/**
 * A class shaped like `WebSocket` that talks over a port the shell relays, so that the page needs no network. It
 * implements what the RPC client uses: the four events, `readyState`, `send` and `close`.
 */
export const createPortSocketClass = (openPort: OpenPort): typeof WebSocket => {
  class PortSocket extends EventTarget {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly CONNECTING = 0
    readonly OPEN = 1
    readonly CLOSING = 2
    readonly CLOSED = 3
    readonly url: string
    readonly protocol = ''
    readonly extensions = ''
    readonly bufferedAmount = 0
    binaryType: BinaryType = 'blob'
    onopen: ((event: Event) => void) | null = null
    onmessage: ((event: MessageEvent) => void) | null = null
    onclose: ((event: CloseEvent) => void) | null = null
    onerror: ((event: Event) => void) | null = null
    #state = 0
    #port: MessagePort | null = null

    constructor(url: string | URL) {
      super()
      this.url = String(url)
      openPort().then(
        (port) => {
          this.#attach(port)
        },
        (cause: unknown) => {
          this.#finish(4002, cause instanceof Error ? cause.message : String(cause))
        },
      )
    }

    get readyState(): number {
      return this.#state
    }

    send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
      if (this.#state === 0) throw new DOMException('The line is not open yet', 'InvalidStateError')
      if (typeof data !== 'string') throw new TypeError('Only text travels over the port')
      if (this.#state === 1) this.#post({ kind: 'message', data })
    }

    close(code = 1000, reason = ''): void {
      if (this.#state >= 2) return
      this.#state = 2
      this.#post({ kind: 'close' })
      // As with a WebSocket, the event comes after the call has returned.
      queueMicrotask(() => {
        this.#finish(code, reason)
      })
    }

    #attach(port: MessagePort): void {
      if (this.#state !== 0) {
        port.postMessage({ kind: 'close' } satisfies FrameToMain)
        port.close()
        return
      }
      this.#port = port
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const frame = readFrame(data)
        if (frame?.kind === 'open' && this.#state === 0) {
          this.#state = 1
          this.#emit(new Event('open'))
        } else if (frame?.kind === 'message' && this.#state === 1) {
          this.#emit(new MessageEvent('message', { data: frame.data }))
        } else if (frame?.kind === 'close') this.#finish(frame.code, frame.reason)
      }
      port.start()
    }

    #post(frame: FrameToMain): void {
      this.#port?.postMessage(frame)
    }

    #finish(code: number, reason: string): void {
      if (this.#state === 3) return
      const wasOpening = this.#state === 0
      this.#state = 3
      this.#port?.close()
      this.#port = null
      if (wasOpening) this.#emit(new Event('error'))
      this.#emit(new CloseEvent('close', { code, reason, wasClean: code === 1000 }))
    }

    #emit(event: Event): void {
      if (event.type === 'open') this.onopen?.(event)
      else if (event instanceof MessageEvent) this.onmessage?.(event)
      else if (event instanceof CloseEvent) this.onclose?.(event)
      else this.onerror?.(event)
      this.dispatchEvent(event)
    }
  }
  // The class has every member the client touches; `WebSocket` has overloads nothing here uses.
  return PortSocket as unknown as typeof WebSocket
}

/** A frame from the shell, or null for anything else: messages from a port are validated. */
const readFrame = (data: unknown): FrameToRenderer | null => {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'open') return { kind: 'open' }
  if (data.kind === 'message' && 'data' in data && typeof data.data === 'string')
    return { kind: 'message', data: data.data }
  if (data.kind !== 'close') return null
  return {
    kind: 'close',
    code: 'code' in data && typeof data.code === 'number' ? data.code : 1006,
    reason: 'reason' in data && typeof data.reason === 'string' ? data.reason : '',
  }
}
