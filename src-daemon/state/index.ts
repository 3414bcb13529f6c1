/** The door of state: objects with a schema, a history and a query language (asm.md). */
export { AGENT_SETTINGS, CONVERSATION_LOG, MEMORY_STORE, coreObjectId } from './core-models.ts'
export { createState, type StateDeps } from './state.ts'
