import type { Database as SqliteDatabase } from 'better-sqlite3'

/**
 * One migration step: SQL, or code where SQL is not enough. It runs inside the migration's transaction, with foreign
 * keys unchecked until the end, as SQLite advises for recreating tables.
 */
export type MigrationStep = string | ((db: SqliteDatabase) => void)
