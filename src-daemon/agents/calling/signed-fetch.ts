import type { Signer } from '../../identity/types.ts'
import type { FetchLike, NetworkPolicy } from '../../network/index.ts'
import { sendSigned, type SendSignedDeps, type SignedRequest } from './send-signed.ts'

/** The only way a protocol's library reaches an agent: through the network guard, as one of our DIDs if there is a signer. */
export const signedFetch =
  (
    deps: SendSignedDeps,
    {
      signer,
      policy,
      more = () => ({}),
    }: {
      readonly signer: Signer | null
      readonly policy: NetworkPolicy
      /** What else a request with this body needs. */
      readonly more?:
        | ((body: string | null) => Pick<SignedRequest, 'bound' | 'headers' | 'onSigned'>)
        | undefined
    },
  ): FetchLike =>
  (input, init = {}) => {
    const body = typeof init.body === 'string' ? init.body : null
    const { headers = {}, ...rest } = more(body)
    return sendSigned(deps, {
      ...rest,
      method: init.method ?? 'GET',
      url: new URL(input instanceof Request ? input.url : input).href,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
      body,
      signer,
      policy,
      signal: init.signal ?? undefined,
    })
  }
