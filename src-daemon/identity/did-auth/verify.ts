import { SatchelError } from '../../platform/errors.ts'
import type { DidResolver } from '../types.ts'
import { verifyWithKey } from '../verify.ts'
import { decodeBase64url, didAuthBytes, malformed, readDidAuthHeader } from './header.ts'
import type { NonceStore } from './nonces.ts'

/** How far the sender's clock may be from ours, either way, in seconds (identity.md 4). */
const WINDOW_SECONDS = 300

export interface VerifyDidAuthDeps {
  /** Who we are; must be what the header names, letter by letter. */
  readonly audience: string
  readonly dids: DidResolver
  readonly nonces: NonceStore
  readonly now: () => Date
}

/** A request whose sender is known. Whoever acts on it compares `operation` and `params` with what is really asked. */
export interface VerifiedDidAuth {
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
