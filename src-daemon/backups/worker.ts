/** A thread for one job with all of the data: a backup, a check, a restore, an export or an import. It ends with it. */
import { toSatchelError } from '../platform/errors.ts'
import { parentPort, workerData } from '../platform/worker-side.ts'
import { checkBackup } from './check.ts'
import { createBackup } from './create.ts'
import type { JobName, Jobs, WorkerAnswer, WorkerData } from './jobs.ts'
import { prepareRestore, rehearseRestore } from './restore.ts'
import { exportAssistant } from './transfer/export.ts'
import { inspectExport, prepareImport } from './transfer/import.ts'

type Work = { [Name in JobName]: (input: Jobs[Name]['input']) => unknown }

const work: Work = {
  create: createBackup,
  check: ({ backup, key, at }) => {
    checkBackup(backup, key, at)
  },
  rehearse: rehearseRestore,
  prepare: prepareRestore,
  export: exportAssistant,
  inspect: inspectExport,
  import: prepareImport,
}

const run = async <Name extends JobName>(name: Name, input: Jobs[Name]['input']): Promise<WorkerAnswer> => {
  try {
    return { output: (await work[name](input)) ?? null }
  } catch (thrown) {
    const { code, params } = toSatchelError(thrown)
    const message = String(thrown instanceof Error ? thrown.stack : thrown)
    return { problem: { message, code, params } }
  }
}

const { name, input } = workerData as WorkerData
void run(name, input as Jobs[JobName]['input'] as never).then((answer) => {
  parentPort?.postMessage(answer)
})
