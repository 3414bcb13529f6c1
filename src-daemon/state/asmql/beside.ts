import { startWorkerThread, type Worker } from '../../platform/worker-threads.ts'
import type { Answer, QueryWorkerData } from './query-worker.ts'
import type { Job, Outcome } from './run.ts'

/** Time a worker gets beyond its budget to report: a single row may take long, and the computer may be busy. */
const GRACE_MS = 1000
/** Time for a new worker to load: usually a tenth of a second, much longer on a busy computer. */
const START_MS = 10_000
/** A worker takes some 20 MB, so an idle one is ended. */
const IDLE_MS = 30_000
/** Memory limit, mostly for the objects of one page. */
const MAX_MEMORY_MB = 512

/** The worker was terminated: it didn't answer in time, or exceeded its memory limit. */
export type Ended = 'time' | 'memory'

export interface Beside {
  run(job: Job): Promise<Outcome | Ended>
  close(): Promise<void>
}

interface Waiting {
  readonly job: Job
  readonly resolve: (outcome: Outcome | Ended) => void
  readonly reject: (problem: Error) => void
}

/** Runs jobs one after the other in a worker thread, which is started by the first. */
export const createBeside = (data: QueryWorkerData, mostMemoryMb = MAX_MEMORY_MB): Beside => {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: Waiting | null = null
  let timer: NodeJS.Timeout | undefined

  const run: Beside['run'] = (job) =>
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
    const startMs = worker === null ? START_MS : 0
    const running = worker ?? start()
    running.ref()
    timer = setTimeout(
      () => {
        void end()
        finish(({ resolve }) => {
          resolve('time')
        })
      },
      current.job.budget.milliseconds + GRACE_MS + startMs,
    )
    running.postMessage(current.job)
  }

  const start = (): Worker => {
    const started = startWorkerThread('query-worker', {
      data,
      limits: { maxOldGenerationSizeMb: mostMemoryMb },
    })
    worker = started
    started.on('message', (answer: Answer) => {
      if (worker !== started) return
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
      gone(new Error(`the query worker ended with ${String(code)}`))
    })
    return started
  }

  /** A worker that ran out of memory has ended, and reports that on exit; SQLite continues until then. */
  const settle = (problem: Error, { resolve, reject }: Pick<Waiting, 'resolve' | 'reject'>): void => {
    const code = 'code' in problem ? problem.code : null
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || code === 'SQLITE_NOMEM') resolve('memory')
    else reject(problem)
  }

  const finish = (answer: (done: Waiting) => void): void => {
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
    for (const { reject } of left) reject(new Error('state is closed'))
    await end()
  }

  return { run, close }
}
