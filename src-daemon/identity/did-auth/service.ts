import { randomBytes } from 'node:crypto'
import type { Database } from '../../storage/index.ts'
import type { DidResolver, IdentityService, Signer } from '../core/types.ts'
import { createNonceStore, type NonceStore } from './nonces.ts'
import { didAuthBytes, writeDidAuthHeader, decodeBase64url, malformed, readDidAuthHeader } from './header.ts'
import { SatchelError } from '../../platform/errors.ts'
import { verifyWithKey } from '../dids/verify.ts'

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

interface CreateDidAuthInput {
  readonly signer: Signer
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** Who it is for, as that party calls itself, e.g. `https://svc.example`. */
  readonly audience: string
  readonly now: () => Date
  /** 16 random bytes unless given. */
  readonly nonce?: string | undefined
}

/**
 * The value of an `Authorization` header that says who asks for what, from whom, and when (identity.md 4). It is good once, for
 * five minutes.
 *
 * @throws SatchelError `did_auth_malformed` when `params` is not JSON or the header would be too long; those of the signer
 */
export const createDidAuth = async (input: CreateDidAuthInput): Promise<string> => {
  const { signer, operation, params, audience, now } = input
  const nonce = input.nonce ?? randomBytes(16).toString('base64url')
  const timestamp = Math.floor(now().getTime() / 1000)
  const data = { operation, params: { ...params }, audience, nonce, timestamp }
  const signature = await signer.sign(didAuthBytes(data))
  const value = Buffer.from(signature).toString('base64url')
  return writeDidAuthHeader({
    signed_data: data,
    signature: { signer_did: signer.did, key_id: signer.keyId, value },
  })
}

/** How far the sender's clock may be from ours, either way, in seconds (identity.md 4). */
const WINDOW_SECONDS = 300

interface VerifyDidAuthDeps {
  /** Who we are; must be what the header names, letter by letter. */
  readonly audience: string
  readonly dids: DidResolver
  readonly nonces: NonceStore
  readonly now: () => Date
}

/** A request whose sender is known. Whoever acts on it compares `operation` and `params` with what is really asked. */
interface VerifiedDidAuth {
  readonly signerDid: string
  readonly keyId: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Checks the value of an `Authorization` header (identity.md 4). What costs nothing is checked first, then the key is looked up;
 * the nonce is taken last, so that nobody can use up another's. A signature that leaves out the members of `params` does not
 * verify: the signed bytes are always those of all that was read.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_wrong_audience`, `did_auth_expired`, `key_not_authorized`,
 *   `did_auth_bad_signature`, `did_auth_replayed`, and those of `DidResolver.key`
 */
export const verifyDidAuth = async (
  header: string,
  { audience, dids, nonces, now }: VerifyDidAuthDeps,
): Promise<VerifiedDidAuth> => {
  const content = readDidAuthHeader(header)
  const { signed_data: data, signature } = content
  const { signer_did: signerDid, key_id: keyId } = signature
  const value = decodeBase64url(signature.value)
  if (value?.length !== 64) throw malformed('signature.value', 'not_64_bytes')
  if (data.audience !== audience)
    throw new SatchelError('did_auth_wrong_audience', {
      params: { expected: audience, found: data.audience },
      details: { expected: audience, found: data.audience },
    })
  checkAge(data.timestamp, now())
  if (!keyId.startsWith(`${signerDid}#`))
    throw new SatchelError('key_not_authorized', {
      params: { keyId, relationship: 'authentication', listed: `${signerDid}#…` },
      details: { keyId, signerDid },
    })
  const key = await dids.key(keyId, 'authentication')
  if (!verifyWithKey(key, didAuthBytes(data), value))
    throw new SatchelError('did_auth_bad_signature', {
      params: { did: signerDid },
      details: { signerDid, keyId },
    })
  // Looking the key up takes time: what was in time when it came may not be so any more, and its nonce would be forgotten too soon.
  checkAge(data.timestamp, now())
  if (!nonces.take({ signerDid, nonce: data.nonce }))
    throw new SatchelError('did_auth_replayed', {
      params: { did: signerDid },
      details: { signerDid, nonce: data.nonce },
    })
  return { signerDid, keyId, operation: data.operation, params: data.params }
}

const checkAge = (timestamp: number, now: Date): void => {
  const difference = timestamp - now.getTime() / 1000
  if (Math.abs(difference) <= WINDOW_SECONDS) return
  const rounded = difference > 0 ? Math.ceil(difference) : Math.floor(difference)
  throw new SatchelError('did_auth_expired', {
    params: { difference: rounded > 0 ? `+${String(rounded)}` : String(rounded), allowed: WINDOW_SECONDS },
    details: { timestamp, differenceSeconds: rounded, allowedSeconds: WINDOW_SECONDS },
  })
}
