import type { Database } from './open.ts'

const FULL = 2

/**
 * Runs work as one transaction that does not wait for the disk: for what is noted beside the real thing, and of which nobody is told that
 * it is saved. It outlives a crash of this program; a loss of power may take the last of it, unless something was saved after it. Within
 * another transaction it is part of that.
 */
export const withoutWaiting = (db: Database): (<T>(work: () => T) => T) => {
  const waits = db.pragma('synchronous', { simple: true }) === FULL
  return (work) => {
    const transaction = db.transaction(work)
    if (db.inTransaction || !waits) return transaction.immediate()
    // `exec`, because `pragma` makes a statement each time, which costs as much as what is written.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction.immediate()
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }
}

/** `work` for any input, as `withoutWaiting` runs it. */
export const notingDown = <Input, Output>(
  db: Database,
  work: (input: Input) => Output,
): ((input: Input) => Output) => {
  const run = withoutWaiting(db)
  return (input) => run(() => work(input))
}
