/** The door of `sandbox/`: runs programs that are not ours. */
export { createSandbox } from './sandbox.ts'
export { checkInPlace, isInside, movedOf } from './grants.ts'
export { MAX_TASKS, watchTree } from './tree-watch.ts'
