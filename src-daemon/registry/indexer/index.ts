/** The door of the indexer: the registry's events and files as an index that is searched (acp.md 5.3). */
export { INDEX_FILE, openSqliteIndex } from './sqlite/index.ts'
export { openPostgresIndex, type SharedIndex } from './postgres/index.ts'
export { createIndexService, type IndexServiceDeps } from './service/serve.ts'
