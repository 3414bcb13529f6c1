/** The door of sharing: capabilities for other programs. */
export type { ListenForPrograms } from './endpoint.ts'
export type { Launch } from './snippets.ts'
export { createSharing, type SharingDeps } from './sharing.ts'
