import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import type { Signer } from '../../identity/types.ts'
import { readChallenge, signRequest, type SentForm } from '../requests/sign-request.ts'

/**
 * Requests an address as one of our DIDs. A server that refuses and says what it wants is answered once, in its form and
 * with its nonce. Errors: those of the network guard and of the signer.
 */
export const fetchSigned = async (
  { guard, now }: { readonly guard: Pick<NetworkGuard, 'fetch'>; readonly now: () => Date },
  { url, signer, policy }: { readonly url: string; readonly signer: Signer; readonly policy: NetworkPolicy },
): Promise<Response> => {
  const send = async (form: SentForm, nonce?: string): Promise<Response> => {
    const request = { method: 'GET', url, body: null }
    const headers = await signRequest(request, { signer, form, now: now(), nonce })
    return guard.fetch(url, { headers: { accept: 'application/json', ...headers } }, policy)
  }
  const response = await send('http-signature')
  const challenge = response.status === 401 ? readChallenge(response.headers) : null
  if (challenge === null) return response
  await response.body?.cancel()
  return send(challenge.form, challenge.nonce)
}
