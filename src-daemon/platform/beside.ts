import { startWorkerThread, type Worker } from './worker-threads.ts'
import type { WorkerName } from './workers.ts'

/** Time a worker gets beyond its budget to report: a single step may take long, and the computer may be busy. */
const GRACE_MS = 1000
/** Time for a new worker to load: usually a tenth of a second, much longer on a busy computer. */
const START_MS = 10_000
/** A worker takes some 20 MB, so an idle one is ended. */
const IDLE_MS = 30_000
/** The worker was terminated: it didn't answer in time, or exceeded its memory limit. */
export type Ended = 'time' | 'memory'

/** A worker's messages: first that it has loaded, then the answer to each job, in order. */
export type Answer<Outcome> =
  | { readonly ready: true }
  | { readonly outcome: Outcome }
  | { readonly problem: { readonly message: string; readonly code: string | null } }

export interface Beside<Job, Outcome> {
  /** Errors: what the worker reported as `problem`, with its code. */
  run(job: Job): Promise<Outcome | Ended>
  close(): Promise<void>
}

interface Waiting<Job, Outcome> {
  readonly job: Job
  readonly resolve: (outcome: Outcome | Ended) => void
  readonly reject: (problem: Error) => void
}

/**
 * Runs jobs one after the other in a worker thread, which the first one starts, and which is ended if one takes more than
 * its `budget` in milliseconds, or more memory.
 */
export const createBeside = <Job, Outcome>(options: {
  readonly worker: WorkerName
  readonly data: unknown
  readonly maxMemoryMb: number
  readonly budgetMs: (job: Job) => number
  /** Further codes of a `problem` that mean memory. */
  readonly memoryCodes?: readonly string[]
}): Beside<Job, Outcome> => {
  const { data, maxMemoryMb, budgetMs, memoryCodes = [] } = options
  const waiting: Waiting<Job, Outcome>[] = []
  let worker: Worker | null = null
  let isReady = false
  let current: Waiting<Job, Outcome> | null = null
  let timer: NodeJS.Timeout | undefined

  const run: Beside<Job, Outcome>['run'] = (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject })
      if (current === null) next()
    })

  const next = (): void => {
    clearTimeout(timer)
    current = waiting.shift() ?? null
    if (current === null) {
      worker?.unref()
      timer = setTimeout(() => void end(), IDLE_MS)
      timer.unref()
      return
    }
    const running = worker ?? start()
    running.ref()
    limit(isReady ? 0 : START_MS)
    running.postMessage(current.job)
  }

  /** Ends the worker if the current job takes longer than its budget and `moreMs`. */
  const limit = (moreMs: number): void => {
    clearTimeout(timer)
    if (current === null) return
    timer = setTimeout(
      () => {
        void end()
        finish(({ resolve }) => {
          resolve('time')
        })
      },
      budgetMs(current.job) + GRACE_MS + moreMs,
    )
  }

  const start = (): Worker => {
    const started = startWorkerThread(options.worker, {
      data,
      limits: { maxOldGenerationSizeMb: maxMemoryMb },
    })
    worker = started
    isReady = false
    started.on('message', (answer: Answer<Outcome>) => {
      if (worker !== started) return
      if ('ready' in answer) {
        isReady = true
        limit(0)
        return
      }
      finish(({ resolve, reject }) => {
        if ('outcome' in answer) resolve(answer.outcome)
        else
          settle(Object.assign(new Error(answer.problem.message), { code: answer.problem.code }), {
            resolve,
            reject,
          })
      })
    })
    const gone = (problem: Error): void => {
      if (worker !== started) return
      worker = null
      finish((waiter) => {
        settle(problem, waiter)
      })
    }
    started.on('error', gone)
    started.on('exit', (code) => {
      gone(new Error(`the worker ended with ${String(code)}`))
    })
    return started
  }

  /** A worker that ran out of memory has ended, and reports that on exit. */
  const settle = (
    problem: Error,
    { resolve, reject }: Pick<Waiting<Job, Outcome>, 'resolve' | 'reject'>,
  ): void => {
    const code = 'code' in problem ? String(problem.code) : ''
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || memoryCodes.includes(code)) resolve('memory')
    else reject(problem)
  }

  const finish = (answer: (done: Waiting<Job, Outcome>) => void): void => {
    const done = current
    if (done === null) return
    current = null
    answer(done)
    next()
  }

  const end = async (): Promise<void> => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  const close = async (): Promise<void> => {
    const left = [...(current === null ? [] : [current]), ...waiting.splice(0)]
    current = null
    clearTimeout(timer)
    for (const { reject } of left) reject(new Error('its owner is closed'))
    await end()
  }

  return { run, close }
}
