/** The door of state: objects with a schema, a history and a query language (asm.md). */
export { AGENT_SETTINGS, coreObjectId } from './core-models.ts'
export { createState, type StateDeps } from './state.ts'
