/** The door of storage: one SQLite file, opened safely. */
export {
  newerFormat,
  openDatabase,
  type Database,
  type NewerFormat,
  type OpenDatabaseInput,
  type StorageLog,
} from './open.ts'
export { writeFailure } from './failure.ts'
export { notingDown, withoutWaiting } from './note-down.ts'
export { setAsideDatabase } from './set-aside.ts'
