/** The door of `network/`: the only way to open a connection, and the only places that listen for outsiders. */
export { createNetworkGuard, type FetchLike, type NetworkGuard, type NetworkGuardDeps } from './guard.ts'
export type { NetworkPolicy, PackageHostPolicy, PublicFilePolicy, UserEndpointPolicy } from './policy.ts'
export type { IdleTimeout, IdleLimit } from './idle-timeout.ts'
export { fetchImage, type FetchedImage } from './fetch-image.ts'
export { fetchDidDocument } from './did-documents.ts'
export { openCallback, plainPage, type Callback } from './callback.ts'
export { loadAddressCheck } from './addresses.ts'
export { isHostEntry, openNetworkGate, type NetworkGateInput } from './gate.ts'
