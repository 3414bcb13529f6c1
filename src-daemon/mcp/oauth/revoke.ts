import type { FetchLike } from '../../network/index.ts'
import type { KnownClient } from './clients.ts'

/**
 * Tells an authorization server that a token is not used any more (RFC 7009). True where it said that it is done. Errors: those of the
 * network guard.
 */
export const revoke = async (input: {
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
