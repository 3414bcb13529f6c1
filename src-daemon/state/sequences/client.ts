import { setTimeout as delay } from 'node:timers/promises'
import { SatchelError } from '../../platform/errors.ts'
import {
  MessageChannel,
  receiveMessageOnPort,
  startWorkerThread,
  type MessagePort,
  type Worker,
} from '../../platform/worker-threads.ts'
import type { DocumentAnswer } from './documents.ts'
import { ENDED, packSequence, type WorkerAnswer, type WorkerRequest, type WorkerStart } from './messages.ts'
import { SequencesNotLoaded, type Sequence, type SequencePlace, type Sequences } from './types.ts'

/** Everything else waits while a text is merged, so it must not take longer; nor must loading. */
const LIMIT_MS = 10_000
/** How often a sleeping caller checks whether the worker still exists: one that ran out of memory ends silently. */
const LOOK_MS = 50
/** Without work for this long, the worker is ended. */
const IDLE_MS = 60_000
/**
 * Memory the worker may keep; above it, the worker is ended, but not more often than once in a number of calls: a long
 * text needs that much.
 */
const MAX_MEMORY = 384 << 20
const CALLS_BETWEEN_STARTS = 200

interface Running {
  readonly worker: Worker
  port: MessagePort
  readonly signal: Int32Array<SharedArrayBuffer>
  calls: number
  isLoaded: boolean
  /** Resolves when it has loaded, or has ended. */
  readonly settled: Promise<void>
}

/**
 * Automerge in a worker thread, called synchronously: the caller sleeps until it has answered. The thread starts with
 * the first call and ends when it was idle, used too much memory, failed, or took too long; the next call starts
 * another.
 *
 * Errors: those of `Sequences`.
 */
export const createSequences = (
  options: {
    readonly start?: (data: WorkerStart) => Worker
    readonly limitMs?: number
    readonly idleMs?: number
    readonly mostMemory?: number
    readonly callsBetweenStarts?: number
  } = {},
): Sequences => {
  const { start = startSequenceWorker, limitMs = LIMIT_MS, idleMs = IDLE_MS } = options
  const { mostMemory = MAX_MEMORY, callsBetweenStarts = CALLS_BETWEEN_STARTS } = options

  let running: Running | null = null
  let idle: NodeJS.Timeout | undefined
  let mayWait = true

  const edit: Sequences['edit'] = (input) => {
    const { key, version, nextVersion, actor, after } = input
    const answer = withSequence(input, (sequence) => ({
      do: 'edit',
      ...{ key, version, nextVersion, actor, after, sequence },
    }))
    if (answer.kind !== 'change') throw failed(`it answered ${answer.kind}`)
    return answer.change
  }

  const read: Sequences['read'] = (sequence) => {
    const answer = ask({ do: 'read', sequence: packSequence(sequence) })
    if (answer.kind !== 'value') throw failed(`it answered ${answer.kind}`)
    return answer.value
  }

  const save: Sequences['save'] = (place) => {
    const { key, version } = place
    const answer = withSequence(place, (sequence) => ({ do: 'save', key, version, sequence }))
    if (answer.kind !== 'saved') throw failed(`it answered ${answer.kind}`)
    return answer.saved
  }

  /** Sends the document only if it isn't loaded there. */
  const withSequence = (
    { load }: SequencePlace,
    request: (sequence: ReturnType<typeof packSequence> | null) => WorkerRequest,
  ): DocumentAnswer => {
    const answer = ask(request(null))
    if (answer.kind !== 'unloaded') return answer
    const sequence: Sequence = load()
    return ask(request(packSequence(sequence)))
  }

  const ifLoaded: Sequences['ifLoaded'] = (work) => {
    const before = mayWait
    mayWait = false
    try {
      return work()
    } finally {
      mayWait = before
    }
  }

  const load: Sequences['load'] = async () => {
    const thread = (running ??= begin())
    const late = new AbortController()
    const limit = delay(limitMs, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([thread.settled, limit])
    late.abort()
    restAfter()
  }

  const ask = (request: WorkerRequest): DocumentAnswer => {
    if (!mayWait && running?.isLoaded !== true) throw new SequencesNotLoaded()
    const thread = (running ??= begin())
    thread.port.postMessage(request)
    const until = performance.now() + limitMs
    for (;;) {
      // Read before the port: any later change of the signal ends the sleep at once. A change without an answer belongs
      // to an earlier one.
      const seen = Atomics.load(thread.signal, 0)
      const message: { message: WorkerAnswer } | undefined = receiveMessageOnPort(thread.port)
      if (message !== undefined) return accept(thread, message.message)
      const problem = sleep(thread, seen, until - performance.now())
      if (problem === null) continue
      close()
      throw problem
    }
  }

  /** Sleeps until there may be an answer. Returns why there will be none; null while there may be one. */
  const sleep = (thread: Running, seen: number, left: number): SatchelError | null => {
    // On any other end it reports the reason; only running out of memory is silent.
    if (seen === ENDED) return failed('it ended while at work')
    if (left <= 0) return new SatchelError('sequence_too_slow', { params: { seconds: limitMs / 1000 } })
    const woken = Atomics.wait(thread.signal, 0, seen, Math.min(left, LOOK_MS))
    if (woken !== 'timed-out' || isThere(thread) || Atomics.load(thread.signal, 0) !== seen) return null
    return new SatchelError('sequence_out_of_memory')
  }

  const accept = (thread: Running, answer: WorkerAnswer): DocumentAnswer => {
    if (!answer.ok) {
      const { problem } = answer
      if (answer.invalid) throw new SatchelError('sequence_invalid', { params: { problem } })
      // An unexpected error may have left Automerge unusable.
      close()
      throw failed(problem)
    }
    thread.calls++
    thread.isLoaded = true
    if (answer.memory > mostMemory && thread.calls >= callsBetweenStarts) close()
    else restAfter()
    return answer.answer
  }

  const begin = (): Running => {
    const { port1: port, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(4))
    const worker = start({ port: port2, signal })
    const settled = new Promise<void>((resolve) => {
      worker.once('message', () => {
        begun.isLoaded = true
        resolve()
      })
      worker.once('exit', resolve)
    })
    const begun: Running = { worker, port, signal, calls: 0, isLoaded: false, settled }
    // Lets an idle daemon exit; and an unexpected end is noticed before the next call.
    worker.unref()
    port.unref()
    worker.on('error', () => forget(begun))
    worker.on('exit', () => forget(begun))
    return begun
  }

  const forget = (thread: Running): void => {
    if (running === thread) running = null
  }

  const restAfter = (): void => {
    if (idle === undefined) idle = setTimeout(close, idleMs).unref()
    else idle.refresh()
  }

  const close = (): void => {
    clearTimeout(idle)
    idle = undefined
    const ended = running
    running = null
    ended?.port.close()
    void ended?.worker.terminate()
  }

  return { edit, read, save, ifLoaded, load, close }
}

/**
 * Whether the thread still holds the other end of its port, as far as that can be determined while no events are
 * processed: only then can this end be transferred, here to ourselves.
 */
const isThere = (thread: Running): boolean => {
  try {
    thread.port = structuredClone(thread.port, { transfer: [thread.port] })
    thread.port.unref()
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') return false
    throw error
  }
}

const startSequenceWorker = (data: WorkerStart): Worker =>
  startWorkerThread('sequence-worker', { data, transfer: [data.port] })

const failed = (problem: string): SatchelError =>
  new SatchelError('sequence_worker_failed', { params: { problem } })
