import type { Transport } from '@modelcontextprotocol/client'
import type { Readable } from 'node:stream'
import type { HeldProcess, ProcessEnd } from '../../platform/processes.ts'
import type { ReasonCode } from '../../text/index.ts'
import { createLineReader } from './line-reader.ts'
import { createMessageLines } from './message-lines.ts'
import { watchTree } from '../../sandbox/index.ts'
import type { ServerLog } from './server-log.ts'
import type { MessageReader } from '../wire/messages.ts'

/** The longest message a server may send; longer ones fail with `message_too_long`. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
/** How much other output it may write between two messages. */
const MAX_NOISE_BYTES = 1024 * 1024
/** How much it may write in total between two requests. */
const MAX_BYTES_PER_REQUEST = 16 * 1024 * 1024
const GRACE_MS = 2_000
const TERM_MS = 1_000
/**
 * How long to read a program's remaining output after its end: its children may keep the streams open for
 * longer.
 */
const LAST_WORDS_MS = 500

/** Why a connection ended: the program exited, or was killed for its output or its memory use. */
export type TransportEnd =
  /** It exceeded its memory limit. */
  | { readonly kind: 'hungry'; readonly limitBytes: number }
  /** It and what it started were more than `MAX_TASKS`. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'ended'; readonly end: ProcessEnd }
  | { readonly kind: 'misbehaved'; readonly problem: Misbehaviour }

type Misbehaviour = Extract<ReasonCode, 'noise' | 'endless' | 'message_too_long'>

export interface ProcessTransport extends Transport {
  /** Makes the client treat it as a stdio transport, which takes silence as a sign of an older protocol. */
  readonly pid: number
  readonly stderr: null
  /** Settles when the program has ended and its last output is in the log. */
  readonly ended: Promise<TransportEnd>
  /** Whether it has ended. */
  isOver(): boolean
  /** Kills the program at once. */
  kill(): void
}

/**
 * MCP over the standard streams of a program held by `platform/processes`. It enforces limits: an endless
 * message, a flood of unrequested messages, and output that is not a message end the program.
 */
export const createProcessTransport = (input: {
  readonly held: HeldProcess
  readonly reader: MessageReader
  readonly log: ServerLog
  /** Memory limit of the program and its children. */
  readonly memoryBytes: number
  /** Cleans up what was created for this run, however it ends; closing waits for it. */
  readonly release?: (() => Promise<void>) | undefined
}): ProcessTransport => {
  const { held, reader, log, memoryBytes, release } = input
  let exceeded: 'memory' | 'processes' | null = null
  let noise = 0
  let received = 0
  let misbehaved: Misbehaviour | null = null
  let closed = false
  let over = false

  const fail = (problem: Misbehaviour): void => {
    if (misbehaved !== null) return
    misbehaved = problem
    held.stdout.pause()
    transport.onerror?.(new Error(problem))
    held.signal('SIGKILL')
  }

  const lines = createMessageLines(reader, MAX_MESSAGE_BYTES)
  const receive = (line: string): void => {
    if (misbehaved !== null || line.trim() === '') return
    const came = lines.read(line)
    if (came === 'held') return
    for (const text of came.others) {
      noise += text.length
      log.line(text)
    }
    const { messages } = came
    if (messages === null) {
      noise += line.length
      log.line(line)
      if (noise > MAX_NOISE_BYTES) fail('noise')
      return
    }
    noise = 0
    for (const message of messages) {
      if ('result' in message || 'error' in message) received = 0
      transport.onmessage?.(message)
    }
  }

  const read = createLineReader({
    maxBytes: MAX_MESSAGE_BYTES,
    onLine: receive,
    onTooLong: () => {
      fail('message_too_long')
    },
  })

  const stopWatching = watchTree({
    pid: held.pid,
    limitBytes: memoryBytes,
    exceeded: (what) => {
      exceeded = what
      held.signal('SIGKILL')
    },
    failed: (problem) => {
      log.line(`its memory and processes cannot be watched: ${problem}`)
    },
  })
  const ended = held.ended.then(async (end): Promise<TransportEnd> => {
    stopWatching()
    if (misbehaved === null && exceeded === null) await within(LAST_WORDS_MS, readToEnd(held.stderr))
    over = true
    if (exceeded === 'memory') return { kind: 'hungry', limitBytes: memoryBytes }
    if (exceeded === 'processes') return { kind: 'crowded' }
    return misbehaved === null ? { kind: 'ended', end } : { kind: 'misbehaved', problem: misbehaved }
  })
  const released = held.ended.then(() => release?.())
  const finish = (): void => {
    if (closed) return
    closed = true
    transport.onclose?.()
  }

  /** Closes cleanly first, so that it can finish writing. */
  const close = async (): Promise<void> => {
    held.stdin.end()
    if (!(await within(GRACE_MS, held.ended))) held.signal('SIGTERM')
    if (!(await within(TERM_MS, held.ended))) held.signal('SIGKILL')
    await released
    finish()
  }

  const transport: ProcessTransport = {
    pid: held.pid,
    stderr: null,
    ended,
    isOver: () => over,
    kill: () => {
      held.signal('SIGKILL')
    },
    start: () => {
      held.stderr.on('data', (chunk: Buffer) => {
        log.write(chunk)
      })
      held.stdout.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > MAX_BYTES_PER_REQUEST) fail('endless')
        read(chunk)
      })
      for (const stream of [held.stdout, held.stderr]) stream.on('error', () => undefined) // reported through `ended`
      void ended.then(finish)
      return Promise.resolve()
    },
    send: async (message) => {
      if ('method' in message && 'id' in message) received = 0
      const failure = await new Promise<Error | null>((resolve) => {
        held.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
          resolve(error ?? null)
        })
      })
      if (failure === null) return
      // A pipe closes a moment before the system reports how its reader ended, which is the explanation.
      await within(GRACE_MS, ended)
      throw failure
    },
    close,
  }
  return transport
}

const readToEnd = (stream: Readable): Promise<unknown> =>
  stream.readableEnded || stream.destroyed
    ? Promise.resolve()
    : new Promise((resolve) => {
        stream.once('close', resolve)
        stream.once('end', resolve)
      })

/** Whether `work` is done within `ms`. */
const within = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false)
    }, ms)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
