import type { FetchLike } from '../../network/index.ts'
import type { Begun } from './begin.ts'
import { clientInformationOf } from './clients.ts'
import { failed, oauthCode } from './failure.ts'
import type { KeptSignIns } from './kept.ts'
import type { Tokens } from './tokens.ts'
import type { SignInTarget } from './types.ts'

export interface RedeemDeps {
  readonly kept: KeptSignIns
  readonly tokens: Tokens
  readonly fetch: FetchLike
  readonly now: () => Date
}

/** Exchanges what the browser brought back (`params`) for tokens, and stores them. */
export const redeem = async (
  { kept, tokens, fetch, now }: RedeemDeps,
  target: SignInTarget,
  { found, client, scopes, callback }: Begun,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<void> => {
  const { uri, url } = target
  const { issuer, metadata, resource } = found
  const library = await import('@modelcontextprotocol/client')
  // This comes first: a response from another server is not even read (RFC 9207).
  library.validateAuthorizationResponseIssuer({
    iss: params.get('iss') ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  })
  const error = params.get('error')
  if (error !== null)
    throw failed(uri, error === 'access_denied' ? 'denied' : 'refused', { error: oauthCode(error) })
  const code = params.get('code')
  if (code === null) throw failed(uri, 'bad_answer')
  const given = await library.exchangeAuthorization(issuer, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: clientInformationOf(client),
    authorizationCode: code,
    ...(params.has('iss') ? { iss: params.get('iss') ?? '' } : {}),
    codeVerifier: await kept.verifier(uri),
    redirectUri: callback.redirectUri,
    resource,
    fetchFn: (address, init) => fetch(address, { ...init, signal }),
  })
  signal.throwIfAborted()
  tokens.forget(uri)
  await kept.setClient(uri, client)
  await tokens.keep(
    target,
    {
      url,
      issuer,
      issuerAt: found.place,
      resource,
      scopes: [...scopes],
      signedInAt: now().toISOString(),
      clientId: client.id,
      client: client.kind,
    },
    given,
  )
}
