/** The door of the indexer: a registry's events and files as a searchable index (acp.md 5.3). */
export { INDEX_FILE } from './sqlite/index.ts'
export { createIndexer, type IndexerStep } from './indexer.ts'
export { openGround, type Ground } from './ground.ts'
export { openIndex, openWritableIndex } from './place.ts'
export { createMeaning } from './vectors/meaning.ts'
export { createIndexService, type IndexServiceDeps } from './service/serve.ts'
