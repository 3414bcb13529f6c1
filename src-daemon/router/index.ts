/** The door of the router: which capability a message is for, and why. */
export { parseCommand, type RouterCommand } from './commands.ts'
export { createRouter, type RouteInput, type Router, type RouterDeps } from './router.ts'
export { hasCjk } from './text.ts'
