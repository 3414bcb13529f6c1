import type { Database } from './open.ts'

const FULL = 2

/**
 * `work` as one transaction that does not wait for the disk: for what is noted beside the real thing and of which nobody is told that it is
 * saved. It outlives a crash of this program; a loss of power may take the last of it, unless something was saved after it. Within another
 * transaction it is part of that.
 */
export const notingDown = <Input, Output>(
  db: Database,
  work: (input: Input) => Output,
): ((input: Input) => Output) => {
  const transaction = db.transaction((input: Input) => work(input))
  const waits = db.pragma('synchronous', { simple: true }) === FULL
  return (input) => {
    if (db.inTransaction || !waits) return transaction(input)
    // `exec`, because `pragma` makes a statement each time, which costs as much as what is written.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction(input)
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }
}
