import type { Database } from './open.ts'

/** What is committed, and what a checkpoint moved, is on the disk; also on macOS, where a plain fsync does not reach the platter. */
export const makeDurable = (db: Database): void => {
  db.pragma('synchronous = FULL')
  db.pragma('fullfsync = ON')
  db.pragma('checkpoint_fullfsync = ON')
}
