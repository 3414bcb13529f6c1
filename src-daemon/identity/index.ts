/** The door of identity: the owner's keys, what is signed with them, and who signed what others made. */
export { openIdentity, type OpenedIdentity, type OpenIdentityDeps } from './keys/open-identity.ts'
export { createMemorySigner } from './keys/memory-signer.ts'
export { createDidAuthService, type DidAuth } from './did-auth/service.ts'
export { createDidResolver } from './dids/resolver.ts'
export { keyIdOfDid } from './dids/did-key.ts'
export { verifySignature, verifyWithKey } from './verify.ts'
export { createAuthorizations, type AuthorizationsDeps } from './authorizations/service.ts'
