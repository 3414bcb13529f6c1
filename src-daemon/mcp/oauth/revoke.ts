import type { Revocation } from '../../contract/server-sign-in.ts'
import type { FetchLike } from '../../network/index.ts'
import type { KnownClient } from './clients.ts'
import type { KeptSignIns } from './kept.ts'
import { issuerOf } from './tokens.ts'
import type { SignInTarget } from './types.ts'

/** Time limit for revoking at a sign-out: the tokens are deleted here in any case. */
const REVOKE_TIMEOUT_MS = 8_000

/** Revokes a server's tokens at the authorization server, the refresh token first, which ends the others with most servers. */
export const revokeTokens = async ({
  target,
  kept,
  send,
}: {
  target: SignInTarget
  kept: KeptSignIns
  send: FetchLike
}): Promise<Revocation> => {
  const { uri, url } = target
  const account = kept.account(uri)
  if (account?.url !== url) return 'not_offered'
  const signal = AbortSignal.timeout(REVOKE_TIMEOUT_MS)
  const fetch: FetchLike = (address, init) => send(address, { ...init, signal })
  const [client, metadata] = await Promise.all([kept.client(uri), issuerOf(target, account, fetch)])
  // OpenID Connect's metadata has no such member, but servers put it there anyway.
  const endpoint =
    metadata !== undefined && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  if (typeof endpoint !== 'string' || client === null) return 'not_offered'
  const given = [
    { kind: 'refresh_token', token: await kept.refresh(uri, account.issuer) },
    { kind: 'access_token', token: await kept.access(uri, url) },
  ] as const
  const done: boolean[] = []
  for (const { kind, token } of given)
    if (token !== null) done.push(await revoke({ endpoint, client, token, kind, fetch }))
  return done.every(Boolean) ? 'done' : 'failed'
}

/** Revokes a token (RFC 7009). True if the server confirmed it. Errors: those of the network guard. */
const revoke = async (input: {
  readonly endpoint: string
  readonly client: KnownClient
  readonly token: string
  readonly kind: 'access_token' | 'refresh_token'
  readonly fetch: FetchLike
}): Promise<boolean> => {
  const { endpoint, client, token, kind, fetch } = input
  const body = new URLSearchParams({ token, token_type_hint: kind })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (client.secret !== null && client.method !== 'client_secret_post')
    headers['authorization'] = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
  else {
    body.set('client_id', client.id)
    if (client.secret !== null) body.set('client_secret', client.secret)
  }
  const response = await fetch(endpoint, { method: 'POST', headers, body: body.toString() })
  await response.body?.cancel()
  return response.ok
}
