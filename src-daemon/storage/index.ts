/** The door of storage: one SQLite file, opened safely. */
export {
  keyOf,
  newerFormat,
  openDatabase,
  openForReading,
  type Database,
  type NewerFormat,
  type OpenDatabaseInput,
} from './open.ts'
export type { DatabaseKey } from './cipher.ts'
export { databaseKind, keyFits } from './inspect.ts'
export type { StorageLog } from './log.ts'
export { writeFailure } from './failure.ts'
export { notingDown, withoutWaiting } from './note-down.ts'
export { setAsideDatabase } from './set-aside.ts'
export { createPlace, pathSaid, type Place } from './place.ts'
export { clearConversion, convertDatabase } from './convert.ts'
