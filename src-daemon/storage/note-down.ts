import type { Database } from './open.ts'

const FULL = 2

/**
 * Runs work as one transaction that doesn't wait for the disk, for less important records whose durability wasn't
 * promised. They survive a crash of this program; a power cut may lose the last of them, unless something was
 * saved after them. Within another transaction it is part of that.
 */
export const withoutWaiting = (db: Database): (<T>(work: () => T) => T) => {
  const waits = db.pragma('synchronous', { simple: true }) === FULL
  return (work) => {
    const transaction = db.transaction(work)
    if (db.inTransaction || !waits) return transaction.immediate()
    // `exec`, because `pragma` prepares a statement each time, which costs as much as the write.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction.immediate()
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }
}

/** Wraps `work` so that it runs as in `withoutWaiting`, for any input. */
export const notingDown = <Input, Output>(
  db: Database,
  work: (input: Input) => Output,
): ((input: Input) => Output) => {
  const run = withoutWaiting(db)
  return (input) => run(() => work(input))
}
