import type { OAuthTokens } from '@modelcontextprotocol/client'
import type { FetchLike } from '../../network/index.ts'
import { clientInformationOf } from './clients.ts'
import { authorizationServerOf } from './discovery.ts'
import { failed, signInFailure, unsafe } from './failure.ts'
import { LONGEST_TOKEN, type KeptSignIns } from './kept.ts'
import type { SignInTarget } from './types.ts'
import type { Account } from '../../contract/server-sign-in.ts'

/** The tokens of servers: each for one address, refreshed by one request at a time. */
export interface Tokens {
  /**
   * The current access token for `target`, refreshed if it has expired; null if the owner is not signed in.
   */
  current(target: SignInTarget): Promise<string | null>
  /**
   * A new token to replace `refused`. Null if the owner has to sign in again; the stored tokens are then
   * deleted.
   * Errors: those of the network guard and of the key store, `server_signin_failed`, `server_signin_unsafe`.
   */
  renewed(target: SignInTarget, refused: string): Promise<string | null>
  /** Stores the tokens an authorization server issued. Errors: as `renewed`. */
  keep(
    target: SignInTarget,
    account: Omit<Account, 'expiresAt' | 'renewable'>,
    given: OAuthTokens,
  ): Promise<void>
  /** Deletes them; the result of a refresh still in progress is dropped. */
  forget(uri: string, options?: { client: boolean }): void
}

/** A token that expires within this time is refreshed first: it could expire on the way. */
const EARLY_MS = 10_000
/** OAuth's errors when a refresh token is no longer accepted, or not from this client. */
const OVER: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

export const createTokens = (deps: {
  readonly kept: KeptSignIns
  readonly fetchFor: (target: SignInTarget) => FetchLike
  readonly now: () => Date
  readonly changed: (uri: string) => void
}): Tokens => {
  const { kept, fetchFor, now, changed } = deps
  const renewing = new Map<string, Promise<string | null>>()
  /** Counts deletions per server, so that a late answer is dropped. */
  const forgotten = new Map<string, number>()
  const generation = (uri: string): number => forgotten.get(uri) ?? 0

  const forget: Tokens['forget'] = (uri, options) => {
    forgotten.set(uri, generation(uri) + 1)
    kept.forget(uri, options)
    changed(uri)
  }

  const keep: Tokens['keep'] = async (target, account, given) => {
    const { uri, url } = target
    if (given.token_type.toLowerCase() !== 'bearer') throw unsafe(uri, 'token_type')
    for (const token of [given.access_token, given.refresh_token ?? 'none'])
      if (token.length > LONGEST_TOKEN || !/^[\x21-\x7e]+$/.test(token)) throw failed(uri, 'bad_token')
    // Store the refresh token first: if the old one is used up, it is the only one left.
    if (given.refresh_token !== undefined) await kept.setRefresh(uri, account.issuer, given.refresh_token)
    await kept.setAccess(uri, url, given.access_token)
    const seconds = given.expires_in
    kept.putAccount(uri, {
      ...account,
      scopes: given.scope === undefined ? account.scopes : scopesOf(given.scope),
      expiresAt: seconds === undefined ? null : new Date(now().getTime() + seconds * 1000).toISOString(),
      renewable: given.refresh_token !== undefined,
    })
    changed(uri)
  }

  const current: Tokens['current'] = async (target) => {
    const { uri, url } = target
    const account = kept.account(uri)
    if (account?.url !== url) return null
    const token = await kept.access(uri, url)
    if (token === null) return renewed(target, '')
    const ends = account.expiresAt === null ? Infinity : Date.parse(account.expiresAt)
    if (ends - EARLY_MS > now().getTime() || !account.renewable) return token
    return renewed(target, token)
  }

  const renewed: Tokens['renewed'] = (target, refused) => {
    const { uri } = target
    const there = renewing.get(uri)
    if (there !== undefined) return there
    const work = renew(target, refused).finally(() => renewing.delete(uri))
    renewing.set(uri, work)
    return work
  }

  const renew = async (target: SignInTarget, refused: string): Promise<string | null> => {
    const { uri, url } = target
    const account = kept.account(uri)
    if (account?.url !== url) return null
    const newest = await kept.access(uri, url)
    // Another call has refreshed it since this one was sent.
    if (newest !== null && newest !== refused) return newest
    const before = generation(uri)
    const [refreshToken, client] = await Promise.all([kept.refresh(uri, account.issuer), kept.client(uri)])
    if (refreshToken === null || client?.issuer !== account.issuer) {
      forget(uri)
      return null
    }
    const fetch = fetchFor(target)
    const metadata = await issuerOf(target, account, fetch)
    const { OAuthError, refreshAuthorization } = await import('@modelcontextprotocol/client')
    try {
      const given = await refreshAuthorization(account.issuer, {
        ...(metadata === undefined ? {} : { metadata }),
        clientInformation: clientInformationOf(client),
        refreshToken,
        resource: account.resource,
        fetchFn: fetch,
      })
      if (generation(uri) !== before) return null
      await keep(target, account, given)
      return given.access_token
    } catch (thrown) {
      if (!(thrown instanceof OAuthError) || !OVER.has(thrown.code))
        throw await signInFailure(uri, thrown, 'bad_answer')
      if (generation(uri) === before) forget(uri)
      return null
    }
  }

  return { current, renewed, keep, forget }
}

/** The current metadata of an account's issuer, if the issuer is still the same. */
export const issuerOf = (
  target: SignInTarget,
  { issuer, issuerAt }: Account,
  fetch: FetchLike,
): ReturnType<typeof authorizationServerOf> =>
  authorizationServerOf(target, { place: issuerAt, accepts: (named) => named === issuer, fetch })

export const scopesOf = (text: string): string[] => [...new Set(text.split(' ').filter((one) => one !== ''))]
