/** A thread that checks a slice of the database, beside the daemon that uses it. */
import { toSatchelError } from '../../platform/errors.ts'
import { parentPort, workerData } from '../../platform/worker-side.ts'
import { runSlice, type SliceJob } from './slice.ts'
import type { SliceMessage } from './messages.ts'

const say = (message: SliceMessage): void => parentPort?.postMessage(message)

runSlice(workerData as SliceJob).then(
  (slice) => {
    say({ kind: 'done', slice })
  },
  (thrown: unknown) => {
    const { code, params } = toSatchelError(thrown)
    say({ kind: 'failed', code, params })
  },
)
