/** The door of `registry/publish/`: packages on their way to a registry. */
export { createPublications } from './publications.ts'
