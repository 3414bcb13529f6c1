import type { Database } from '../../storage/index.ts'
import type { DidResolver, IdentityService } from '../types.ts'
import { createDidAuth } from './create.ts'
import { createNonceStore } from './nonces.ts'
import { verifyDidAuth, type VerifiedDidAuth } from './verify.ts'

/** Requests to other agents, and theirs to us, with who sent them (identity.md 4). */
export interface DidAuth {
  /** The value of an `Authorization` header. Errors: `did_auth_malformed`, those of `IdentityService.signer` and `sign`. */
  create(input: {
    operation: string
    params: Readonly<Record<string, unknown>>
    audience: string
    requester: string
    keyId?: string | undefined
  }): Promise<string>
  /** Who sent the header and what it asks; the same header is refused the second time. Errors: those of `verifyDidAuth`. */
  verify(input: { header: string; audience: string }): Promise<VerifiedDidAuth>
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
      // The log of signatures shows whom the owner spoke to.
      const signer = identity.signer({ keyId, purpose: `did-auth ${audience}`, requester })
      return createDidAuth({ signer, operation, params, audience, now })
    },
    verify: ({ header, audience }) => verifyDidAuth(header, { audience, dids, nonces, now }),
  }
}
