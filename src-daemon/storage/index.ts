/** The door of storage: one SQLite file, opened safely. */
export { openDatabase, type Database, type OpenDatabaseInput, type StorageLog } from './open.ts'
export { setAsideDatabase } from './set-aside.ts'
