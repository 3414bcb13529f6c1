import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { NonceStore } from '../core/nonces.ts'
import { verifyDidAuth } from './did-auth.ts'
import { readDidAuthHeader } from './did-auth-header.ts'
import { checkDidWbaHeader, checkDidWbaTime, readDidWbaHeader } from './didwba-header.ts'
import {
  checkHttpSignature,
  checkHttpSignatureTime,
  onceOf,
  readHttpSignature,
  type ReceivedRequest,
} from './http-signature.ts'
import { malformed, replayed } from './refusals.ts'

/** How a request says who sent it (anp.md 2; `did-auth`: identity.md 4). */
export type RequestForm = 'http-signature' | 'didwba' | 'didwba-legacy' | 'did-auth'

/** A request whose sender is proven. */
export interface VerifiedRequest {
  readonly form: RequestForm
  readonly did: string
  readonly keyId: string
  /** What was signed in place of the body: the caller must compare it with the request. */
  readonly signed: { readonly operation: string; readonly params: Readonly<Record<string, unknown>> } | null
}

export interface VerifyRequestDeps {
  readonly dids: Pick<DidResolver, 'key'>
  readonly nonces: NonceStore
  readonly now: () => Date
}

/** Who we are to the sender: our DIDs, and the host names we answer to, without their ports. */
export interface Receiver {
  readonly dids: readonly string[]
  readonly hosts: readonly string[]
}

/**
 * Verifies who sent a request, in any of the forms. Cheap checks come first, then the key is resolved; the nonce is
 * taken last, so that one agent can't use up another's.
 *
 * @throws SatchelError `did_auth_malformed`, `did_auth_wrong_audience`, `did_auth_expired`, `key_not_authorized`,
 *   `did_auth_bad_signature`, `did_auth_replayed`, and those of `DidResolver.key`
 */
export const verifyRequest = async (
  request: ReceivedRequest,
  receiver: Receiver,
  deps: VerifyRequestDeps,
): Promise<VerifiedRequest> => {
  const form = formOf(request)
  if (form === 'http-signature') return verifyHttpSignature(request, deps)
  const header = request.header('authorization') ?? ''
  if (form === 'didwba') return verifyDidWba(header, receiver, deps)
  const { signerDid, keyId, operation, params } = await verifyDidAuth(header, {
    audiences: receiver.dids,
    ...deps,
  })
  return { form, did: signerDid, keyId, signed: { operation, params } }
}

/** The claimed sender of a request, before verification; null if that can't be read. */
export const claimedSender = (request: Pick<ReceivedRequest, 'header'>): string | null => {
  try {
    const form = formOf(request)
    if (form === 'http-signature') return readHttpSignature(request.header).did
    const header = request.header('authorization') ?? ''
    return form === 'didwba' ? readDidWbaHeader(header).did : readDidAuthHeader(header).signature.signer_did
  } catch (thrown) {
    if (thrown instanceof SatchelError) return null // Verification will report what is wrong with it.
    throw thrown
  }
}

/** Whether a request says at all who sent it. */
export const isSigned = ({ header }: Pick<ReceivedRequest, 'header'>): boolean =>
  ['signature-input', 'signature', 'authorization'].some((name) => header(name) !== undefined)

const formOf = ({ header }: Pick<ReceivedRequest, 'header'>): 'http-signature' | 'didwba' | 'did-auth' => {
  if (header('signature-input') !== undefined || header('signature') !== undefined) return 'http-signature'
  return /^DIDWba\s/i.test(header('authorization') ?? '') ? 'didwba' : 'did-auth'
}

const verifyHttpSignature = async (
  request: ReceivedRequest,
  { dids, nonces, now }: VerifyRequestDeps,
): Promise<VerifiedRequest> => {
  const found = readHttpSignature(request.header)
  const { did, keyId } = found
  checkHttpSignatureTime(found, now())
  checkHttpSignature(found, request, await dids.key(keyId, 'authentication'))
  checkHttpSignatureTime(found, now()) // Resolving the key takes time.
  const nonce = onceOf(found, request)
  if (!(await nonces.take({ signer: keyId, nonce }))) throw replayed(did, nonce)
  return { form: 'http-signature', did, keyId, signed: null }
}

const verifyDidWba = async (
  text: string,
  { hosts }: Receiver,
  { dids, nonces, now }: VerifyRequestDeps,
): Promise<VerifiedRequest> => {
  const header = readDidWbaHeader(text)
  const { did, keyId, nonce, version } = header
  if (!keyId.startsWith(`${did}#`)) throw malformed('verification_method', 'of_another_did')
  checkDidWbaTime(header, now())
  checkDidWbaHeader(header, { audiences: hosts, key: await dids.key(keyId, 'authentication') })
  checkDidWbaTime(header, now())
  if (!(await nonces.take({ signer: keyId, nonce }))) throw replayed(did, nonce)
  return { form: version === null ? 'didwba-legacy' : 'didwba', did, keyId, signed: null }
}
