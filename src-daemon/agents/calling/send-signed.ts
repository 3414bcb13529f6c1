import type { Signer } from '../../identity/types.ts'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { readChallenge, signRequest, type SentForm } from '../requests/sign-request.ts'
import { grantedToken, type AccessTokens } from './access-tokens.ts'

/** A request to send as one of our identities. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | null | undefined
  /** Null: unsigned. */
  readonly signer: Signer | null
  readonly policy: NetworkPolicy
  readonly signal?: AbortSignal | undefined
  /** Only a signature that binds address and content may go out: neither a token nor an older form takes its place. */
  readonly bound?: boolean | undefined
  /** Called with the headers of each signed attempt. */
  readonly onSigned?: ((headers: Headers) => void) | undefined
}

export interface SendSignedDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly now: () => Date
  /** Null: none are kept. */
  readonly tokens?: AccessTokens | null | undefined
}

/**
 * Sends a request as one of our DIDs: with the token of an earlier answer, else signed. A server that refuses and says what it wants is
 * answered once, in its form and with its nonce. Errors: those of the network guard and of the signer.
 */
export const sendSigned = async (
  { guard, now, tokens = null }: SendSignedDeps,
  request: SignedRequest,
): Promise<Response> => {
  const { method, url, signer, policy, body = null, bound = false } = request
  const send = (proof: Readonly<Record<string, string>>): Promise<Response> =>
    guard.fetch(
      url,
      {
        method,
        headers: { accept: 'application/json', ...request.headers, ...proof },
        ...(body === null ? {} : { body }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      },
      policy,
    )
  if (signer === null) return send({})

  const sign = async (form: SentForm, nonce?: string): Promise<Response> => {
    const bytes = body === null ? null : Buffer.from(body, 'utf8')
    const idempotencyKey = bound ? request.headers?.['idempotency-key'] : undefined
    const outgoing = { method, url, body: bytes, idempotencyKey }
    const proof = await signRequest(outgoing, { signer, form, now: now(), nonce })
    request.signal?.throwIfAborted()
    request.onSigned?.(new Headers({ ...request.headers, ...proof }))
    return send(proof)
  }
  const keep = (response: Response): Response => {
    const token = bound ? null : grantedToken(response.headers)
    if (token !== null) tokens?.put(signer.did, url, token)
    return response
  }

  const token = bound ? null : (tokens?.get(signer.did, url) ?? null)
  if (token !== null) {
    const response = await send({ authorization: `Bearer ${token}` })
    if (response.status !== 401) return response
    await response.body?.cancel()
    tokens?.drop(signer.did, url)
  }
  const response = await sign('http-signature')
  const challenge = response.status === 401 ? readChallenge(response.headers) : null
  if (challenge === null || (bound && challenge.form !== 'http-signature')) return keep(response)
  await response.body?.cancel()
  return keep(await sign(challenge.form, challenge.nonce))
}
