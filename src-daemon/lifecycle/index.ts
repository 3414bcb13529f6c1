export { acquireLock } from './lock.ts'
export { createLifecycle, type Opened } from './lifecycle.ts'
export { createWebCarrier } from './web-carrier.ts'
