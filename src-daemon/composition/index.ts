/** The composition: the only place that creates the rooms and passes them to each other. */
export { createDaemon, createKeyRestore } from './daemon.ts'
export { createEncryption } from './encryption.ts'
export { createSalvage } from './salvage/salvage.ts'
