import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SalvageRequest, SalvageResult, SalvageStep } from '../../contract/salvage.ts'
import { SatchelError } from '../../platform/errors.ts'
import { startWorkerThread } from '../../platform/worker-threads.ts'
import {
  commitSalvage,
  databaseKind,
  salvageDirectory,
  storeFiles,
  type DatabaseKey,
} from '../../storage/index.ts'
import { now, type DaemonInput } from '../ground.ts'
import type { SalvageJob } from './build.ts'
import type { SalvageMessage } from './messages.ts'

/** Salvages the database, which must not be open; `onStep` gets the progress. */
export type Salvage = (request: SalvageRequest, onStep: (step: SalvageStep) => void) => Promise<SalvageResult>

/**
 * Salvages the database of the data directory: in place, keeping the damaged one under another name; into
 * another directory; or only to preview the result. `keyOf`: the key the database was last opened with, or should
 * be. Errors: `database_corrupt` if nothing can be salvaged,
 * `disk_full`, `file_exists`.
 */
export const createSalvage =
  (input: Pick<DaemonInput, 'paths' | 'log'>, keyOf: () => Promise<DatabaseKey | null>): Salvage =>
  async (request, onStep) => {
    const path = input.paths.database
    const key = databaseKind(path) === 'plain' ? null : await keyOf()
    if (request.to === 'directory') {
      const files = filesIn(request.directory)
      const report = await inThread({ path, key, ...files, original: path }, onStep)
      return { report, kept: null, written: files.report }
    }
    const { directory, ...files } = salvageDirectory(path)
    try {
      const report = await inThread({ path, key, ...files, original: path }, onStep)
      if (request.to === 'nowhere') return { report, kept: null, written: null }
      const { kept, report: written } = commitSalvage(path, now())
      input.log.warn({ kept, report: written }, 'the database was salvaged')
      return { report, kept, written }
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }

const filesIn = (directory: string): Pick<SalvageJob, 'database' | 'report'> => {
  storeFiles.makeDirectory(directory)
  const files = { database: join(directory, 'state.db'), report: join(directory, 'salvage.json') }
  for (const path of Object.values(files))
    if (existsSync(path)) throw new SatchelError('file_exists', { params: { path } })
  return files
}

const inThread = async (
  job: SalvageJob,
  onStep: (step: SalvageStep) => void,
): Promise<SalvageResult['report']> => {
  const worker = startWorkerThread('salvage-worker', { data: job })
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: SalvageMessage) => {
        if (message.kind === 'step') onStep(message.step)
        else if (message.kind === 'done') resolve(message.report)
        else reject(new SatchelError(message.code, { params: message.params }))
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        reject(new SatchelError('internal'))
      })
    })
  } finally {
    await worker.terminate()
  }
}
