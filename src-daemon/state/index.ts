/** The interface of the state room: objects with a schema, a history and a query language (asm.md). */
export { AGENT_SETTINGS, CONVERSATION_LOG, MEMORY_STORE, coreObjectId } from './schema/core-models.ts'
export { verifyProof } from './proofs/verify.ts'
export { schemaProblems } from './schema/check.ts'
export { addReport } from './sync/import-file.ts'
export { appNamespaceOf } from './schema/uri.ts'
export { findParts } from './sync/parts.ts'
export { createState, type StateDeps } from './state.ts'
export { wordsOf } from './view/words.ts'
