/** The door of `registry/chain/`: the registries on chains, and the account that writes to them. */
export { createRegistries, type RegistriesDeps } from './registries.ts'
export { createChainAnchors } from './anchoring.ts'
export { openRegistryEvents } from './open-events.ts'
