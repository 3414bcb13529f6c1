/** Moves pages from the write-ahead file into the database beside the thread that writes, on a connection of its own. */
import BetterSqlite3 from 'better-sqlite3'
import { fstatSync, fsyncSync, statSync } from 'node:fs'
import { parentPort, workerData } from '../platform/worker-threads.ts'
import {
  ALMOST,
  ASKED,
  AT_WORK,
  IDLE,
  type CheckpointProblem,
  type CheckpointRequest,
  type CheckpointWorkerData,
} from './checkpoint-messages.ts'
import { makeDurable } from './durable.ts'

/** Each takes what was written during the one before, which is less and less. */
const MOST_PASSES = 3
/** Descriptors are given from the lowest; the daemon has some dozens. */
const MOST_DESCRIPTORS = 256

const serve = ({ path, signal }: CheckpointWorkerData): void => {
  const db = new BetterSqlite3(path, { fileMustExist: true })
  makeDurable(db)
  const file = descriptorOf(path)

  /** Frames that were in the write-ahead file; all of them are moved then. -1 where another one checkpoints. */
  const pass = (): number => {
    const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
    // SQLite waits for the disk only where nobody wrote in the meantime. Waiting here leaves the writer hardly anything to wait for.
    if (file !== null) fsyncSync(file)
    return log
  }

  /** Whether something was written while it was at work. */
  const move = (): boolean => {
    let before = pass()
    for (let n = 1; n < MOST_PASSES; n++) {
      const now = pass()
      if (now === before) return false
      before = now
    }
    return true
  }

  parentPort?.on('message', (request: CheckpointRequest) => {
    if (request === 'end') {
      db.close()
      parentPort?.close()
      return
    }
    if (Atomics.compareExchange(signal, 0, ASKED, AT_WORK) !== ASKED) return
    let outcome = IDLE
    try {
      if (move()) outcome = ALMOST
    } catch (thrown) {
      parentPort?.postMessage(problemOf(thrown))
    }
    Atomics.store(signal, 0, outcome)
    Atomics.notify(signal, 0)
  })
}

const problemOf = (thrown: unknown): CheckpointProblem => ({
  message: thrown instanceof Error ? thrown.message : String(thrown),
  code: thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null,
})

/**
 * A descriptor that SQLite has of the file; null where none is found. The file must not be opened once more: closing any descriptor of
 * a file gives up all locks that the process has on it (POSIX), SQLite's too.
 */
const descriptorOf = (path: string): number | null => {
  if (process.platform === 'win32') return null
  const { dev, ino } = statSync(path)
  for (let descriptor = 3; descriptor < MOST_DESCRIPTORS; descriptor++) {
    try {
      const found = fstatSync(descriptor)
      if (found.ino === ino && found.dev === dev) return descriptor
    } catch {
      // Nobody uses this number.
    }
  }
  return null
}

if (workerData !== null && workerData !== undefined) serve(workerData as CheckpointWorkerData)
