/** The door of `registry/`: packages published on chains, found and verified. Its parts have doors of their own. */
export { createRegistries, type RegistriesDeps } from './chain/index.ts'
