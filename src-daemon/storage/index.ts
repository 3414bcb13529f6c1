/** The door of storage: one SQLite file, opened safely. */
export {
  keyOf,
  newerFormat,
  openDatabase,
  openForReading,
  openInMemory,
  waitsForRoom,
  type Database,
  type NewerFormat,
  type OpenDatabaseInput,
} from './open.ts'
export type { DatabaseKey } from './cipher.ts'
export { databaseKind, keyFits } from './inspect.ts'
export type { StorageLog } from './log.ts'
export { isDiskFull, storageFailure, writeFailure } from './failure.ts'
export { notingDown, withoutWaiting } from './note-down.ts'
export { inPlaceSince, setAsideDatabase } from './set-aside.ts'
export { clearSalvage, commitSalvage, salvageDirectory } from './exchange.ts'
export { createPlace, pathSaid, type Place } from './place.ts'
export { clearConversion, convertDatabase, rewriteDatabase } from './convert.ts'
export { checkDatabase, copyDatabase, type WholeDatabase } from './copy.ts'
export { storeFiles, type StoreFiles } from './store-files.ts'
export { openDamaged, openEmpty, type DamagedStore } from './damaged-store.ts'
export { ordinaryTables, type NamedRow } from './damaged/columns.ts'
export { copyRows, dropOrphans } from './damaged/copy.ts'
export type { StoredValue } from './damaged/records.ts'
export { isDeclaredAsMade } from './declarations.ts'
export { openPages } from './damaged/pages.ts'
