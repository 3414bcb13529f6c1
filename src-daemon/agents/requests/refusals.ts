import { SatchelError } from '../../platform/errors.ts'

/** The error for a request whose proof can't be read; `place` says where, `problem` what. */
export const malformed = (place: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('did_auth_malformed', { params: { place, problem }, details: { place, problem }, cause })

/** The error for a signature over something else, or by another key. */
export const badSignature = (did: string, keyId: string): SatchelError =>
  new SatchelError('did_auth_bad_signature', { params: { did }, details: { signerDid: did, keyId } })

/** The error for a request that was accepted before. */
export const replayed = (did: string, nonce: string): SatchelError =>
  new SatchelError('did_auth_replayed', { params: { did }, details: { signerDid: did, nonce } })

/**
 * Checks when a request was signed, in seconds since 1970.
 *
 * @throws SatchelError `did_auth_expired`
 */
export const checkAge = (
  signedAt: number,
  now: Date,
  allowed: { readonly late: number; readonly early: number },
): void => {
  const difference = signedAt - now.getTime() / 1000
  if (difference <= allowed.early && -difference <= allowed.late) return
  const rounded = difference > 0 ? Math.ceil(difference) : Math.floor(difference)
  const limit = difference > 0 ? allowed.early : allowed.late
  throw new SatchelError('did_auth_expired', {
    params: { difference: rounded > 0 ? `+${String(rounded)}` : String(rounded), allowed: limit },
    details: { timestamp: signedAt, differenceSeconds: rounded, allowedSeconds: limit },
  })
}
