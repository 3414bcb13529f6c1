/** The composition: the only place that creates the rooms and passes them to each other. */
export { createOpening } from './opening.ts'
export { createEncryption } from './encryption.ts'
