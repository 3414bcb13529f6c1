import type { Database } from '../../storage/index.ts'
import type { DidResolver, IdentityService } from '../../identity/types.ts'
import { createNonceStore } from '../core/nonces.ts'
import { createDidAuth, verifyDidAuth, type VerifiedDidAuth } from './did-auth.ts'
import type { ReceivedRequest } from './http-signature.ts'
import { verifyRequest, type Receiver, type VerifiedRequest } from './verify-request.ts'

/** Signs requests to other agents and verifies theirs (identity.md 4). */
export interface DidAuth {
  /** The value of an `Authorization` header. Errors: `did_auth_malformed`, those of `IdentityService.signer` and `sign`. */
  create(input: {
    operation: string
    params: Readonly<Record<string, unknown>>
    audience: string
    requester: string
    keyId?: string | undefined
  }): Promise<string>
  /** The sender and the request; the same header is refused the second time. Errors: those of `verifyDidAuth`. */
  verify(input: { header: string; audience: string }): Promise<VerifiedDidAuth>
  /** Who sent a request, whatever form it says it in; accepted once. Errors: those of `verifyRequest`. */
  verifyRequest(request: ReceivedRequest, receiver: Receiver): Promise<VerifiedRequest>
}

export const createDidAuthService = ({
  db,
  dids,
  identity,
  now,
}: {
  readonly db: Database
  readonly dids: DidResolver
  readonly identity: Pick<IdentityService, 'signer'>
  readonly now: () => Date
}): DidAuth => {
  const nonces = createNonceStore({ db, now })
  return {
    create: ({ operation, params, audience, requester, keyId }) => {
      // The log of signatures shows which parties the owner talked to.
      const signer = identity.signer({ keyId, purpose: `did-auth ${audience}`, requester })
      return createDidAuth({ signer, operation, params, audience, now })
    },
    verify: ({ header, audience }) => verifyDidAuth(header, { audiences: [audience], dids, nonces, now }),
    verifyRequest: (request, receiver) => verifyRequest(request, receiver, { dids, nonces, now }),
  }
}
