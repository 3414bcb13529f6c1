import { z } from 'zod'
import type { ConnectFailure, FrameToMain, FrameToRenderer, ShellCloseCode } from './port-frames.ts'

const MAX_WAITING_FRAMES = 1024
const MAX_WAITING_BYTES = 16 * 1024 * 1024
const OPEN = 1

const frameToMain: z.ZodType<FrameToMain> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message'), data: z.string() }),
  z.strictObject({ kind: z.literal('close') }),
])

/** Main's end of a port (`Electron.MessagePortMain`). */
export interface RelayPort {
  postMessage(frame: FrameToRenderer): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

/** A connection to the daemon (`ws`). */
export interface RelaySocket {
  readonly readyState: number
  send(text: string): void
  close(): void
  on(event: 'open', listener: () => void): unknown
  on(
    event: 'message',
    listener: (data: { toString(encoding: 'utf8'): string }, isBinary: boolean) => void,
  ): unknown
  on(
    event: 'close',
    listener: (code: number, reason: { toString(encoding: 'utf8'): string }) => void,
  ): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface RelayDeps {
  readonly port: RelayPort
  /** Finds or starts the daemon and connects to it. */
  readonly connect: () => Promise<RelaySocket>
  /** Converts an error of `connect` or of the connection for the page. */
  readonly describeFailure: (thrown: unknown) => ConnectFailure
}

/**
 * Relays text frames between one window's port and one connection to the daemon, without parsing them. Frames the page
 * sends before the connection is open are queued, up to a limit. Either side can end it, once.
 */
export const createRelay = ({ port, connect, describeFailure }: RelayDeps) => {
  let socket: RelaySocket | undefined
  let waiting: string[] = []
  let waitingBytes = 0
  let ended = false
  let failure: unknown

  const start = (): void => {
    port.on('message', ({ data }) => {
      fromPage(data)
    })
    port.on('close', () => {
      end()
    })
    port.start()
    connect().then(attach, (thrown: unknown) => {
      endWith(thrown)
    })
  }

  const attach = (opened: RelaySocket): void => {
    socket = opened
    opened.on('open', flush)
    opened.on('message', (data, isBinary) => {
      if (!ended && !isBinary) port.postMessage({ kind: 'message', data: data.toString('utf8') })
    })
    opened.on('error', (error) => {
      failure = error
    })
    opened.on('close', (code, reason) => {
      // A connection that broke without a close frame reports the reason in its error event.
      if (failure !== undefined) endWith(failure)
      else end(code, reason.toString('utf8'))
    })
    if (ended) opened.close()
    else if (opened.readyState === OPEN) flush()
  }

  const flush = (): void => {
    if (ended || socket === undefined) return
    port.postMessage({ kind: 'open' })
    const frames = waiting
    waiting = []
    waitingBytes = 0
    for (const frame of frames) socket.send(frame)
  }

  const fromPage = (data: unknown): void => {
    if (ended) return
    const frame = frameToMain.safeParse(data)
    if (!frame.success) refuse('not a frame')
    else if (frame.data.kind === 'close') end()
    else forward(frame.data.data)
  }

  const forward = (text: string): void => {
    if (socket?.readyState === OPEN) {
      socket.send(text)
      return
    }
    waitingBytes += Buffer.byteLength(text)
    waiting.push(text)
    if (waiting.length > MAX_WAITING_FRAMES || waitingBytes > MAX_WAITING_BYTES) refuse('too much waiting')
  }

  const endWith = (thrown: unknown): void => {
    const described = describeFailure(thrown)
    end(described.code === 'version_mismatch' ? 4001 : 4002, JSON.stringify(described))
  }

  const refuse = (problem: string): void => {
    const code: ShellCloseCode = 4004
    end(code, JSON.stringify({ code: 'invalid_request', params: { problem } } satisfies ConnectFailure))
  }

  /** Closes both sides; notifies the page unless the page closed it. */
  const end = (code = 1000, reason = ''): void => {
    if (ended) return
    ended = true
    waiting = []
    port.postMessage({ kind: 'close', code, reason })
    port.close()
    socket?.close()
  }

  start()
  return {
    /** Ends the relay because its window closes. */
    close: (): void => {
      end(1001)
    },
  }
}

export type Relay = ReturnType<typeof createRelay>
