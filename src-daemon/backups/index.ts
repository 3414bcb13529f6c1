/** The door of backups: copies of the whole assistant that are made automatically, restored, exported and imported. */
export { createBackups, type BackupsDeps } from './service.ts'
export { IMPORTED_KEYS } from './transfer/import.ts'
export { backupDatabases, convertBackup } from './convert.ts'
export { finishReplacement } from './base/replacement.ts'
