import type { OwnDids } from '../agents/index.ts'
import { keyIdOfDid, keyOfKeyId } from '../identity/index.ts'
import type { IdentityService, Signer } from '../identity/types.ts'
import { SatchelError } from '../platform/errors.ts'

/**
 * Who signs payments in a conversation: the identity that is in it. AITP-01 has signatures of Ed25519 alone, so that an identity with another key
 * can't pay. Errors: `payment_identity`, those of `OwnDids.signer`.
 */
export const payerOf = (
  did: string,
  {
    identity,
    agentDids,
  }: {
    readonly identity: Pick<IdentityService, 'ownerDid' | 'signer'>
    readonly agentDids: Pick<OwnDids, 'list' | 'signer'>
  },
): Signer => {
  const isOwner = did === identity.ownerDid
  const keyId = isOwner ? keyIdOfDid(did) : agentDids.list().find((one) => one.did === did)?.keyId
  if (keyId !== undefined && keyOfKeyId(keyId).curve !== 'Ed25519')
    throw new SatchelError('payment_identity', { params: { did } })
  const request = { purpose: 'payment', requester: 'thread' }
  return isOwner ? identity.signer(request) : agentDids.signer(did, request)
}
