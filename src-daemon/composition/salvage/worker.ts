/** A thread that salvages a damaged database: a minute of work, beside the daemon, which reports the progress. */
import { toSatchelError } from '../../platform/errors.ts'
import { parentPort, workerData } from '../../platform/worker-side.ts'
import { storageFailure } from '../../storage/index.ts'
import { buildSalvaged, type SalvageJob } from './build.ts'
import type { SalvageMessage } from './messages.ts'

const say = (message: SalvageMessage): void => parentPort?.postMessage(message)

const job = workerData as SalvageJob
try {
  const report = buildSalvaged(job, (step) => {
    say({ kind: 'step', step })
  })
  say({ kind: 'done', report })
} catch (thrown) {
  const { code, params } = toSatchelError(storageFailure(job.path, thrown))
  say({ kind: 'failed', code, params })
}
