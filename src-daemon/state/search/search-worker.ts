/** Searches everything kept in parallel to other calls, on its own read-only connection. */
import type { Answer } from '../../platform/beside.ts'
import { parentPort, workerData } from '../../platform/worker-threads.ts'
import { type Database, type DatabaseKey, openForReading } from '../../storage/index.ts'
import { createStatements } from '../base/statements.ts'
import { openReadingLog } from '../log/reading-log.ts'
import type { OpLog } from '../log/types.ts'
import { entryClockOf } from '../view/expiry.ts'
import { scanViews, type SearchJob, type SearchOutcome } from './scan.ts'

/** The worker's start data; without it, it ends at once. */
export interface SearchWorkerData {
  readonly path: string
  /** Of an encrypted database. */
  readonly key: DatabaseKey | null
}

const serve = ({ path, key }: SearchWorkerData): void => {
  const open = (): Database => openForReading(path, key)
  const statement = createStatements(open())
  /** A separate connection: while rows are read, theirs can't run another statement. */
  let besides: Database | undefined
  let log: OpLog | null = null

  parentPort?.on('message', (job: SearchJob) => {
    // Its cache may be out of date.
    log = null
    parentPort?.postMessage(answer(job))
  })
  parentPort?.postMessage({ ready: true } satisfies Answer<SearchOutcome>)

  const answer = (job: SearchJob): Answer<SearchOutcome> => {
    try {
      const outcome = scanViews(
        {
          statement,
          clockOf: (schema, id) => {
            log ??= openReadingLog((besides ??= open()))
            return entryClockOf(log, schema, id)
          },
        },
        job,
      )
      return { outcome }
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null
      return { problem: { message: thrown instanceof Error ? thrown.message : String(thrown), code } }
    }
  }
}

if (workerData !== null && workerData !== undefined) serve(workerData as SearchWorkerData)
