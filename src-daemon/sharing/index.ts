/** The door of `sharing/`: capabilities for other programs. */
export type { ListenForPrograms } from './endpoint.ts'
export { bridgeLaunch } from './launch.ts'
export { createSharing, type SharingDeps } from './sharing.ts'
