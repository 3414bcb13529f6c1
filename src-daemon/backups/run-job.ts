import { SatchelError } from '../platform/errors.ts'
import { startWorkerThread } from '../platform/worker-threads.ts'
import type { ErrorCode } from '../text/index.ts'
import type { JobName, Jobs, WorkerAnswer, WorkerData } from './jobs.ts'

/**
 * Runs a job in a thread of its own. `signal` ends the thread at any point: the job fails with `shutting_down`, and the next one clears
 * what it left.
 */
export const runJob = <Name extends JobName>(
  name: Name,
  input: Jobs[Name]['input'],
  signal: AbortSignal,
): Promise<Jobs[Name]['output']> =>
  new Promise((resolve, reject) => {
    const worker = startWorkerThread('backup-worker', { data: { name, input } satisfies WorkerData })
    const end = (): void => {
      void worker.terminate()
      reject(new SatchelError('shutting_down'))
    }
    signal.addEventListener('abort', end, { once: true })
    worker.on('message', (answer: WorkerAnswer) => {
      if ('output' in answer) resolve(answer.output as Jobs[Name]['output'])
      else {
        const { code, params, message } = answer.problem
        reject(new SatchelError<ErrorCode>(code, { params, cause: new Error(message) }))
      }
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', end)
      reject(new Error(`the thread ended with ${String(code)}`))
    })
    if (signal.aborted) end()
  })
