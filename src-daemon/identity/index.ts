/** The door of identity: the owner's keys, what is signed with them, and who signed what others made. */
export { openIdentity, type OpenedIdentity, type OpenIdentityDeps } from './open-identity.ts'
export { createMemorySigner } from './memory-signer.ts'
export { keyIdOfDid } from './did-key.ts'
export { ownerSigner } from './signer.ts'
export { verifySignature } from './verify.ts'
