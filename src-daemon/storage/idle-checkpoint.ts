import type { Database } from './open.ts'

/** Nothing was written for so long: whoever writes in a row goes on at once. */
const QUIET_MS = 100
/** Of fewer transactions it is not worth two waits for the disk. SQLite itself does it after about three times as many. */
const LEAST = 250

/**
 * Moves pages from the write-ahead file into the database in the pause after many writes, so that seldom a write has to. What is
 * committed is as durable before as after. Gives what to call after each transaction; `report` is told what failed: the next pause, or
 * SQLite itself when the file is full, tries again.
 */
export const createIdleCheckpoint = (db: Database, report: (thrown: unknown) => void): (() => void) => {
  let count = 0
  let last = 0
  let isWaiting = false

  const wait = (ms: number): void => {
    isWaiting = true
    setTimeout(look, ms).unref()
  }

  const look = (): void => {
    isWaiting = false
    if (!db.open || db.inTransaction) return
    const left = last + QUIET_MS - performance.now()
    if (left > 0) {
      wait(left)
      return
    }
    try {
      db.pragma('wal_checkpoint(PASSIVE)')
      count = 0
    } catch (thrown) {
      report(thrown)
    }
  }

  return () => {
    last = performance.now()
    count += 1
    if (count >= LEAST && !isWaiting) wait(QUIET_MS)
  }
}
