import { startWorkerThread, type Worker } from '../platform/worker-threads.ts'
import {
  ALMOST,
  ASKED,
  AT_WORK,
  IDLE,
  type CheckpointProblem,
  type CheckpointRequest,
  type CheckpointWorkerData,
} from './checkpoint-messages.ts'
import type { Database } from './open.ts'

/** After so many changes, also where they go on: about half of what SQLite lets come together before it checkpoints itself. */
const MANY = 500
/** After so many where nothing was written for a moment. Of fewer it is not worth waiting for the disk. */
const SEVERAL = 250
const QUIET_MS = 100
/** Changes of one transaction that are hardly anything. */
const FEW = 20
/** A worker takes some 10 MB; without many changes it goes. */
const IDLE_MS = 30_000
/** A pass takes some milliseconds; on a busy disk much longer. */
const MOST_WAIT_MS = 5000

/** Who moves what was committed from the write-ahead file into the database, so that seldom a write has to. */
export interface Checkpoints {
  /** To be called after each transaction, which made so many changes. */
  written(changes: number): void
  /** Waits until the worker is not at work, and will not be at once: two cannot checkpoint at the same time. */
  wait(): void
  /** Ends the worker. To be called before the database is closed. */
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly signal: Int32Array<SharedArrayBuffer>
}

/**
 * Checkpoints in a worker, started with the first many changes: what is copied, and most of what is waited for, costs who writes
 * nothing. The last little bit is the writer's, since only when all is moved the file begins anew, and it never is while somebody writes.
 * What is committed is as durable before as after. `report` is told what failed; SQLite itself does it when the file is full, as ever.
 */
export const createCheckpoints = (db: Database, report: (thrown: unknown) => void): Checkpoints => {
  let count = 0
  let last = 0
  let running: Running | null = null
  let hasFailed = false
  let quiet: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined

  const start = (): Running => {
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const data: CheckpointWorkerData = { path: db.name, signal }
    const worker = startWorkerThread('checkpoint-worker', { data, limits: { maxOldGenerationSizeMb: 16 } })
    worker.unref()
    worker.on('message', ({ message, code }: CheckpointProblem) => {
      report(Object.assign(new Error(message), { code }))
    })
    worker.on('error', (thrown) => {
      hasFailed = true
      report(thrown)
    })
    worker.on('exit', () => {
      if (running?.worker === worker) running = null
    })
    return (running = { worker, signal })
  }

  const send = ({ worker }: Running, request: CheckpointRequest): void => {
    worker.postMessage(request)
  }

  const move = (): void => {
    if (hasFailed) return
    const to = running ?? start()
    clearTimeout(idle)
    idle = setTimeout(() => void end(), IDLE_MS).unref()
    if (Atomics.compareExchange(to.signal, 0, IDLE, ASKED) !== IDLE) return
    count = 0
    send(to, 'move')
  }

  /** Hardly anything is left: SQLite writes the file from its beginning then. */
  const finish = ({ signal }: Running): void => {
    Atomics.store(signal, 0, IDLE)
    try {
      db.pragma('wal_checkpoint(PASSIVE)')
    } catch (thrown) {
      report(thrown)
    }
  }

  const look = (): void => {
    quiet = undefined
    if (!db.open || count < SEVERAL) return
    const left = last + QUIET_MS - performance.now()
    if (left > 0) waitFor(left)
    else move()
  }

  const waitFor = (ms: number): void => {
    quiet = setTimeout(look, ms).unref()
  }

  const end = async (): Promise<void> => {
    const ending = running
    running = null
    if (ending === null) return
    const gone = new Promise((resolve) => ending.worker.once('exit', resolve))
    // Who waits for it may have nothing else to wait for.
    ending.worker.ref()
    send(ending, 'end')
    await gone
  }

  return {
    written: (changes) => {
      if (db.memory) return
      last = performance.now()
      count += changes
      if (running !== null && Atomics.load(running.signal, 0) === ALMOST)
        // What is left is little unless this brought much: then it is the worker's again.
        if (changes <= FEW) finish(running)
        else Atomics.store(running.signal, 0, IDLE)
      if (count >= MANY) move()
      else if (count >= SEVERAL && quiet === undefined) waitFor(QUIET_MS)
    },
    wait: () => {
      if (running === null) return
      const { signal } = running
      if (Atomics.compareExchange(signal, 0, ASKED, IDLE) === AT_WORK)
        Atomics.wait(signal, 0, AT_WORK, MOST_WAIT_MS)
    },
    close: async () => {
      clearTimeout(quiet)
      clearTimeout(idle)
      await end()
    },
  }
}
