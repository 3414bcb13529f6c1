import { createAuthorizations, createMemorySigner } from '../identity/index.ts'
import type { Authorizations, IdentityService, Signer } from '../identity/types.ts'
import type { VerificationKey } from '../contract/identity.ts'
import type { Database } from '../storage/index.ts'

/** What rooms above identity need of the owner's keys. */
export type TestIdentity = Pick<IdentityService, 'ownerDid' | 'isOwn' | 'signer' | 'keys'>

/** An owner whose one key is in memory: signs for real, and opens no keychain. */
export const testIdentity = (signer: Signer = createMemorySigner()): TestIdentity => ({
  ownerDid: signer.did,
  isOwn: (did) => did === signer.did,
  signer: () => signer,
  keys: () => [],
})

/** The real authorizations of such an owner, in `db`. */
export const testAuthorizations = (
  db: Database,
  identity: TestIdentity,
  now: () => Date = () => new Date(),
): Authorizations => createAuthorizations({ db, identity, now })

/** For tests whose authors are all `did:key`s, so that no key needs a lookup. */
export const testKeyOf = (keyId: string): Promise<VerificationKey> =>
  Promise.reject(new Error(`a test without a network was asked for ${keyId}`))
