import { keyIdOfDid } from './did-key.ts'
import type { IdentityService, Signer } from './types.ts'

/** The owner's key as a `Signer`; every use is logged under `purpose` and `requester`. */
export const ownerSigner = (
  identity: IdentityService,
  use: { readonly purpose: string; readonly requester: string },
): Signer => ({
  did: identity.ownerDid,
  keyId: keyIdOfDid(identity.ownerDid),
  sign: async (bytes) => (await identity.sign({ bytes, ...use })).signature,
})
