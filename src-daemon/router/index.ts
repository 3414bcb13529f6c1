/** The door of the router: which capability a message is for, and why. */
export { COMMANDS, parseCommand, type RouterCommand } from './commands.ts'
export { createCorrections, type Corrections } from './corrections.ts'
export { createRouter, type RouteInput, type Router, type RouterDeps, type SlowLearner } from './router.ts'
export type { Likeness } from './scoring.ts'
export { hasCjk } from './text.ts'
export { explained } from './words.ts'
