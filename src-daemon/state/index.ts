/** The interface of the state room: objects with a schema, a history and a query language (asm.md). */
export { AGENT_SETTINGS, CONVERSATION_LOG, MEMORY_STORE, coreObjectId } from './schema/core-models.ts'
export { verifyProof } from './proofs/verify.ts'
export { schemaProblems } from './schema/check.ts'
export { findParts } from './sync/parts.ts'
export { createState, type StateDeps } from './state.ts'
export { wordsOf } from './view/words.ts'
export { VIEWS, type KnownSchema } from './salvage/foundations.ts'
export { salvageState, type StateSalvage } from './salvage/salvage.ts'
