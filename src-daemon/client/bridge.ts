import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { programPath } from '../api/handshake.ts'
import { SatchelError } from '../platform/errors.ts'
import type { DaemonAddress } from './address.ts'
import { closedError } from './connect.ts'

/** The streams of a program that speaks the Model Context Protocol: messages of JSON, one a line. */
export interface BridgedStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** What the daemon has not taken yet, in bytes, before reading on waits. */
const MOST_UNSENT = 8 * 1024 * 1024

/**
 * Carries messages between a program and the daemon until the program closes its end. `as`: the name the program is known by; null for what
 * it calls itself. Errors: `version_mismatch`, `daemon_unreachable`, what keeps the daemon from serving.
 */
export const bridgeProgram = (
  address: DaemonAddress,
  { as, streams: { input, output } }: { readonly as: string | null; readonly streams: BridgedStreams },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://satchel${programPath(as)}`, {
      createConnection: () => connect(address.socket),
      perMessageDeflate: false,
    })
    let isOver = false

    const send = (line: string): void => {
      if (line.trim() === '') return
      socket.send(line, () => {
        if (input.isPaused() && socket.bufferedAmount < MOST_UNSENT) input.resume()
      })
      if (socket.bufferedAmount >= MOST_UNSENT) input.pause()
    }

    socket.once('open', () => {
      eachLine(input, send, () => {
        isOver = true
        socket.close()
      })
    })
    socket.on('message', (data: Buffer) => {
      if (!output.write(`${data.toString('utf8')}\n`)) {
        socket.pause()
        output.once('drain', () => {
          socket.resume()
        })
      }
    })
    socket.once('error', (cause) => {
      reject(new SatchelError('daemon_unreachable', { params: { problem: cause.message }, cause }))
    })
    socket.once('close', (code, reason) => {
      input.pause()
      if (isOver) resolve()
      else reject(closedError(code, reason.toString()))
    })
  })

/** Calls `line` with each line, without its end, in whatever pieces they come. */
const eachLine = (input: NodeJS.ReadableStream, line: (text: string) => void, end: () => void): void => {
  let rest: string[] = []
  input.setEncoding('utf8')
  input.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n')
    rest.push(first)
    for (const next of others) {
      line(rest.join(''))
      rest = [next]
    }
  })
  input.once('end', () => {
    line(rest.join(''))
    end()
  })
}
