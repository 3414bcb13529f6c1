/** The door of `registry/`: packages published on chains, found and verified. Its parts have doors of their own. */
export { createCandidates } from './client/index.ts'
export { createTrust } from './trust/index.ts'
export { openRegistry, type RegistryDeps } from './rooms.ts'
