import { randomBytes } from 'node:crypto'
import type { DidResolver, Signer } from '../../identity/types.ts'
import type { NonceStore } from '../core/nonces.ts'
import { didAuthBytes, writeDidAuthHeader, readDidAuthHeader } from './did-auth-header.ts'
import { badSignature, checkAge, malformed, replayed } from './refusals.ts'
import { SatchelError } from '../../platform/errors.ts'
import { decodeBase64url, verifyWithKey } from '../../identity/index.ts'

interface CreateDidAuthInput {
  readonly signer: Signer
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** The recipient, as that party calls itself, e.g. `https://svc.example`. */
  readonly audience: string
  readonly now: () => Date
  /** By default 16 random bytes. */
  readonly nonce?: string | undefined
}

/**
 * The value of an `Authorization` header that says who requests what, from whom, and when (identity.md 4). Valid once,
 * for five minutes.
 *
 * @throws SatchelError `did_auth_malformed` when `params` is not JSON or the header would be too long; those of the
 * signer
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

/** Maximum difference between the sender's clock and ours, either way, in seconds (identity.md 4). */
const WINDOW = { late: 300, early: 300 }

interface VerifyDidAuthDeps {
  /** Our own names; the header's audience must be identical to one. */
  readonly audiences: readonly string[]
  readonly dids: Pick<DidResolver, 'key'>
  readonly nonces: NonceStore
  readonly now: () => Date
}

/** A request with a verified sender. The caller must compare `operation` and `params` with the actual request. */
export interface VerifiedDidAuth {
  readonly signerDid: string
  readonly keyId: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Verifies the value of an `Authorization` header (identity.md 4). Cheap checks come first, then the key is resolved;
 * the nonce is used up last, so that no one can use up another's. The signed bytes always cover everything that was read,
 * so a signature that leaves out members of `params` does not verify.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_wrong_audience`, `did_auth_expired`, `key_not_authorized`,
 *   `did_auth_bad_signature`, `did_auth_replayed`, and those of `DidResolver.key`
 */
export const verifyDidAuth = async (
  header: string,
  { audiences, dids, nonces, now }: VerifyDidAuthDeps,
): Promise<VerifiedDidAuth> => {
  const content = readDidAuthHeader(header)
  const { signed_data: data, signature } = content
  const { signer_did: signerDid, key_id: keyId } = signature
  const value = decodeBase64url(signature.value)
  if (value?.length !== 64) throw malformed('signature.value', 'not_64_bytes')
  if (!audiences.includes(data.audience)) {
    const found = { expected: audiences.join(', '), found: data.audience }
    throw new SatchelError('did_auth_wrong_audience', { params: found, details: found })
  }
  checkAge(data.timestamp, now(), WINDOW)
  if (!keyId.startsWith(`${signerDid}#`))
    throw new SatchelError('key_not_authorized', {
      params: { keyId, relationship: 'authentication', listed: `${signerDid}#…` },
      details: { keyId, signerDid },
    })
  const key = await dids.key(keyId, 'authentication')
  if (!verifyWithKey(key, didAuthBytes(data), value)) throw badSignature(signerDid, keyId)
  // Resolving the key takes time: by now the request may be too old, and its nonce would be dropped too soon.
  checkAge(data.timestamp, now(), WINDOW)
  if (!(await nonces.take({ signer: signerDid, nonce: data.nonce }))) throw replayed(signerDid, data.nonce)
  return { signerDid, keyId, operation: data.operation, params: data.params }
}
