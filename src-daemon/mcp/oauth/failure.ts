import { SatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'

/** Why a sign-in was refused as unsafe: it would let someone else in, or send a token to someone else. */
export type UnsafeReason =
  | 'other_resource'
  | 'issuer_mismatch'
  | 'no_pkce'
  | 'insecure_endpoint'
  | 'token_type'

/** Why it failed although no rule was broken. */
export type FailedReason = 'no_metadata' | 'bad_metadata' | 'bad_answer' | 'denied' | 'refused' | 'bad_token'

export const unsafe = (server: string, reason: UnsafeReason, details: object = {}): SatchelError =>
  new SatchelError('server_signin_unsafe', {
    params: { server, reason: reason satisfies ReasonCode },
    details: { server, reason, ...details },
  })

export const failed = (
  server: string,
  reason: FailedReason,
  details: object = {},
  cause?: unknown,
): SatchelError =>
  new SatchelError('server_signin_failed', {
    params: { server, reason: reason satisfies ReasonCode },
    details: { server, reason, ...details },
    cause,
  })

/**
 * Turns an error of the client library into one of a sign-in. The other side's text is used only if it is one
 * of OAuth's codes: any other text could contain what was sent to it.
 */
export const signInFailure = async (
  server: string,
  thrown: unknown,
  reason: FailedReason,
): Promise<unknown> => {
  if (thrown instanceof SatchelError || !(thrown instanceof Error)) return thrown
  const { IssuerMismatchError, InsecureTokenEndpointError, OAuthError } =
    await import('@modelcontextprotocol/client')
  if (thrown instanceof IssuerMismatchError) return unsafe(server, 'issuer_mismatch')
  if (thrown instanceof InsecureTokenEndpointError) return unsafe(server, 'insecure_endpoint')
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return thrown
  const code = thrown instanceof OAuthError ? oauthCode(thrown.code) : null
  return failed(server, code === 'access_denied' ? 'denied' : reason, code === null ? {} : { error: code })
}

/** An error code in OAuth's form; null for anything longer or stranger. */
export const oauthCode = (text: string): string | null => (/^[a-z_]{1,60}$/.test(text) ? text : null)
