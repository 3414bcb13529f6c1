export { acquireLock } from './lock.ts'
export { createLifecycle } from './lifecycle.ts'
export type { Opened } from './opening.ts'
export { createWebCarriers } from './web-carrier.ts'
