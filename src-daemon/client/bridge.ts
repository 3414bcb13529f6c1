import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { programPath } from '../api/core/handshake.ts'
import { SatchelError } from '../platform/errors.ts'
import type { DaemonAddress } from './address.ts'
import { closedError } from './connect.ts'

/** The streams of a program that speaks the Model Context Protocol: JSON messages, one per line. */
export interface BridgedStreams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Most bytes waiting for the daemon before reading pauses. */
const MAX_UNSENT = 8 * 1024 * 1024
/**
 * How long requests from before the program closed its end have to be answered; most clients wait two seconds before
 * they kill the program.
 */
const LAST_WORDS_MS = 1500

/**
 * Carries messages between a program and the daemon until the program closes its end and its requests are answered.
 * `as`: the name the program is known by; null for its own. Errors: `version_mismatch`,
 * `daemon_unreachable`, what keeps the daemon from serving.
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
    let isEnding = false
    const unanswered = new Set<string>()

    const leave = (): void => {
      isOver = true
      socket.close()
    }
    const send = (line: string): void => {
      if (line.trim() === '') return
      const { id, isRequest } = kindOf(line)
      if (isRequest) unanswered.add(id)
      socket.send(line, () => {
        if (input.isPaused() && socket.bufferedAmount < MAX_UNSENT) input.resume()
      })
      if (socket.bufferedAmount >= MAX_UNSENT) input.pause()
    }

    socket.once('open', () => {
      eachLine(input, send, () => {
        isEnding = true
        if (unanswered.size === 0) leave()
        else setTimeout(leave, LAST_WORDS_MS).unref()
      })
    })
    socket.on('message', (data: Buffer) => {
      const message = data.toString('utf8')
      const { id, isRequest } = kindOf(message)
      if (!isRequest) unanswered.delete(id)
      if (isEnding && unanswered.size === 0) output.write(`${message}\n`, leave)
      else if (!output.write(`${message}\n`)) {
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

const envelopeSchema = z.object({ id: z.union([z.string(), z.number()]), method: z.string().optional() })

/** Whether a message is a request, and the id it carries; empty for one without an id. */
const kindOf = (message: string): { readonly id: string; readonly isRequest: boolean } => {
  const parsed = envelopeSchema.safeParse(jsonOf(message))
  if (!parsed.success) return { id: '', isRequest: false }
  const { id, method } = parsed.data
  return { id: JSON.stringify(id), isRequest: method !== undefined }
}

/** Leaves invalid JSON to the daemon to answer. */
const jsonOf = (message: string): unknown => {
  try {
    return JSON.parse(message)
  } catch {
    return null
  }
}

/** Calls `line` with each line, without its end, however the input is split. */
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
