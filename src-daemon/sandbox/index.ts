/** The door of `sandbox/`: programs that are not ours run in here. */
export { createSandbox } from './sandbox.ts'
export { isInside } from './grants.ts'
export { watchMemory } from './memory-watch.ts'
