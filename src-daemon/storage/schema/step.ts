import type { Database as SqliteDatabase } from 'better-sqlite3'

/**
 * One step of the format: SQL, or what SQL cannot say. It runs inside the transaction of the migration, with foreign keys
 * unchecked until the end, as SQLite advises for tables that are made again.
 */
export type MigrationStep = string | ((db: SqliteDatabase) => void)
