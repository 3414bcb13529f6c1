import { randomBytes } from 'node:crypto'
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { type FetchLike, openCallback, type Callback } from '../../network/index.ts'
import { chooseClient, clientInformationOf, keptPort, type KnownClient } from './clients.ts'
import { discover, type Discovered } from './discovery.ts'
import { signInFailure } from './failure.ts'
import type { KeptSignIns } from './kept.ts'
import { scopesOf } from './tokens.ts'
import type { SignInTarget } from './types.ts'
import type { Challenge, SignInInput } from '../../contract/server-sign-in.ts'

/** A sign-in up to the point where the browser takes over. */
export interface Begun {
  readonly found: Discovered
  readonly client: KnownClient
  readonly scopes: readonly string[]
  readonly callback: Callback
  /** The address for the browser. */
  readonly address: string
}

/**
 * Discovers the server's authorization server, registers Satchel there and opens the callback for the
 * browser. Stores the verifier, which also shows whether the key store is unlocked before the person is sent
 * away.
 * Errors: `server_signin_*`, those of the network guard and of the key store.
 */
export const begin = async (input: {
  readonly target: SignInTarget
  readonly challenge: Challenge | null
  readonly given: SignInInput
  readonly kept: KeptSignIns
  readonly fetch: FetchLike
  readonly document: string
  readonly now: number
  readonly signal: AbortSignal
}): Promise<Begun> => {
  const { target, challenge, given, kept, fetch, signal } = input
  const { uri } = target
  const found = await discover(target, { challenge, fetch })
  const { issuer, metadata, resource } = found
  const account = kept.account(uri)
  const granted = account?.url === target.url && account.issuer === issuer ? account.scopes : []
  const scopes = wantedScopes({ challenge, granted, supported: found.scopesSupported, metadata })
  const scope = scopes.length === 0 ? undefined : scopes.join(' ')
  const before = await kept.client(uri)
  const state = randomBytes(32).toString('base64url')
  const port = given.clientId === undefined ? keptPort(before) : null
  const callback = await openCallback({ port, state, signal })
  const { redirectUri } = callback
  try {
    const client = await chooseClient({
      ...input,
      server: uri,
      issuer,
      metadata,
      kept: before,
      redirectUri,
      scope,
    })
    const { startAuthorization } = await import('@modelcontextprotocol/client')
    const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
      ...(metadata === undefined ? {} : { metadata }),
      clientInformation: clientInformationOf(client),
      redirectUrl: redirectUri,
      ...(scope === undefined ? {} : { scope }),
      state,
      resource,
    }).catch(async (thrown: unknown) => {
      throw await signInFailure(uri, thrown, 'bad_metadata')
    })
    signal.throwIfAborted()
    await kept.setVerifier(uri, codeVerifier)
    return { found, client, scopes, callback, address: authorizationUrl.href }
  } catch (thrown) {
    callback.close()
    throw thrown
  }
}

/**
 * The scopes to request, in MCP's order: those the server named when it refused, else all it supports, else
 * none. They are requested in addition to those already granted, plus the one for staying signed in if the
 * authorization server has it.
 */
const wantedScopes = (input: {
  challenge: Challenge | null
  granted: readonly string[]
  supported: readonly string[]
  metadata: AuthorizationServerMetadata | undefined
}): string[] => {
  const { challenge, granted, supported, metadata } = input
  const named = challenge?.scope ?? null
  const more = challenge?.reason === 'insufficient_scope' ? granted : []
  const wanted = scopesOf([...more, ...(named === null ? supported : [named])].join(' '))
  const stays = wanted.length > 0 && metadata?.scopes_supported?.includes('offline_access') === true
  return stays && !wanted.includes('offline_access') ? [...wanted, 'offline_access'] : wanted
}
