export { acquireLock } from './lock.ts'
export { createLifecycle, type Opened } from './lifecycle.ts'
export { createWebCarriers } from './web-carrier.ts'
