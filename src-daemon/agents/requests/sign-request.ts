import type { Signer } from '../../identity/types.ts'
import { writeDidWbaHeader } from './didwba-header.ts'
import { isNonce, signHttpRequest } from './http-signature.ts'

/** A request to sign. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly body: Uint8Array | null
  /** The header of that name, to be bound too. */
  readonly idempotencyKey?: string | undefined
}

/** The forms we send (anp.md 2): the first is the default, the second binds neither body nor path. */
export type SentForm = 'http-signature' | 'didwba'

/** The headers that prove who sends a request. `nonce`: one the server asked for. Errors: those of the signer. */
export const signRequest = async (
  { method, url, body, idempotencyKey }: OutgoingRequest,
  {
    signer,
    form,
    now,
    nonce,
  }: {
    readonly signer: Signer
    readonly form: SentForm
    readonly now: Date
    readonly nonce?: string | undefined
  },
): Promise<Record<string, string>> => {
  if (form === 'didwba')
    return { Authorization: await writeDidWbaHeader({ signer, audience: new URL(url).hostname, now, nonce }) }
  return signHttpRequest({ signer, method, targetUri: url, body, now, nonce, idempotencyKey })
}

/** What a server that refused a request wants: in which form, with which nonce. */
export interface Challenge {
  readonly form: SentForm
  readonly nonce: string | undefined
}

/**
 * The challenge in a 401: `WWW-Authenticate: DIDWba … nonce="…"`, with `Accept-Signature` if the server knows signatures
 * over requests. Null if it is none of that kind.
 */
export const readChallenge = (headers: { get(name: string): string | null }): Challenge | null => {
  const challenge = headers.get('www-authenticate') ?? ''
  if (!/^\s*DIDWba\b/i.test(challenge)) return null
  const nonce = /[\s,]nonce="([^"]*)"/i.exec(challenge)?.[1]
  return {
    form: headers.get('accept-signature') === null ? 'didwba' : 'http-signature',
    nonce: nonce !== undefined && isNonce(nonce) ? nonce : undefined,
  }
}

/** The headers of a 401 of ours. */
export const challengeHeaders = (realm: string, nonce: string): Record<string, string> => ({
  'WWW-Authenticate': `DIDWba realm="${realm}", error="invalid_request", nonce="${nonce}"`,
  'Accept-Signature':
    'sig1=("@method" "@target-uri" "@authority" "content-digest");created;expires;nonce;keyid',
})
