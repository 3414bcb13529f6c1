/** Runs long queries in parallel to other calls, on its own read-only connection. */
import type { Answer } from '../../platform/beside.ts'
import { openForReading, type Database, type DatabaseKey } from '../../storage/index.ts'
import { parentPort, workerData } from '../../platform/worker-threads.ts'
import { createStatements } from '../base/statements.ts'
import type { OpLog } from '../log/types.ts'
import { installFunctions } from './functions.ts'
import { type Job, type Outcome, runJob } from './run.ts'
import { entryClockOf } from '../view/expiry.ts'
import { openReadingLog } from '../log/reading-log.ts'

/** The worker's start data; without it, it ends at once. */
export interface QueryWorkerData {
  readonly path: string
  /** Of an encrypted database. */
  readonly key: DatabaseKey | null
}

const serve = ({ path, key }: QueryWorkerData): void => {
  const open = (): Database => openForReading(path, key)
  const db = open()
  /** A separate connection: while a query runs, its connection can't run another statement. */
  let besides: Database | undefined
  let log: OpLog | null = null

  const { meter, shown } = installFunctions(db, (schema, id) => {
    log ??= openReadingLog((besides ??= open()))
    return entryClockOf(log, schema, id)
  })
  const statement = createStatements(db)
  parentPort?.on('message', (job: Job) => {
    parentPort?.postMessage(answer(job))
  })
  parentPort?.postMessage({ ready: true } satisfies Answer<Outcome>)

  const answer = (job: Job): Answer<Outcome> => {
    // Its cache may be out of date.
    log = null
    try {
      return { outcome: runJob((text) => statement(text).raw(), { meter, shown }, job) }
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null
      return { problem: { message: thrown instanceof Error ? thrown.message : String(thrown), code } }
    }
  }
}

if (workerData !== null && workerData !== undefined) serve(workerData as QueryWorkerData)
