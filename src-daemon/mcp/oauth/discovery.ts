import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { FetchLike } from '../../network/index.ts'
import { failed, signInFailure, unsafe } from './failure.ts'
import { placePolicy } from './places.ts'
import type { SignInTarget } from './types.ts'
import type { Challenge } from '../../contract/server-sign-in.ts'

/** Who signs people in for a server. */
export interface Discovered {
  /** As the authorization server names itself; what is kept is bound to it. */
  readonly issuer: string
  /** Where that was read. */
  readonly place: string
  /** What a token is asked for (RFC 8707). */
  readonly resource: string
  /** What the server says there is to allow. */
  readonly scopesSupported: readonly string[]
  /** Undefined for a server of 2025-03-26 that publishes none; its endpoints then have the names that revision gives them. */
  readonly metadata: AuthorizationServerMetadata | undefined
}

const resourceMetadataSchema = z.object({
  resource: z.url({ protocol: /^https?$/ }).max(2000),
  authorization_servers: z
    .array(z.url({ protocol: /^https?$/ }).max(2000))
    .min(1)
    .max(20),
  scopes_supported: z.array(z.string().max(200)).max(200).optional(),
})
type ResourceMetadata = z.infer<typeof resourceMetadataSchema>

/**
 * Finds who signs people in for a server: what the server says of itself (RFC 9728, at the place it named or the well-known ones), then
 * what the authorization server says of itself (RFC 8414, OpenID discovery), whose issuer must be the one that was named. Where there is
 * no such description, the server itself is asked, as in 2025-03-26. `fetch` goes by `placePolicy`.
 * Errors: `server_signin_unsafe`, `server_signin_failed`, those of the network guard.
 */
export const discover = async (
  target: SignInTarget,
  { challenge, fetch }: { challenge: Challenge | null; fetch: FetchLike },
): Promise<Discovered> => {
  const { uri, url } = target
  const library = await import('@modelcontextprotocol/client')
  const described = await resourceMetadataOf(target, challenge, fetch)
  const own = library.resourceUrlFromServerUrl(url).href
  if (
    described !== null &&
    !library.checkResourceAllowed({ requestedResource: own, configuredResource: described.resource })
  )
    throw unsafe(uri, 'other_resource', { resource: described.resource })
  const place = described?.authorization_servers[0] ?? new URL('/', url).href
  const metadata = await authorizationServerOf(target, {
    place,
    fetch,
    // In 2025-03-26 a server's own origin speaks for itself, under any name on it.
    accepts: (issuer) =>
      isNamed(place, issuer) || (described === null && new URL(issuer).origin === new URL(url).origin),
  })
  if (metadata === undefined && (described !== null || challenge === null)) throw failed(uri, 'no_metadata')
  return {
    issuer: metadata?.issuer ?? place,
    place,
    resource: described?.resource ?? own,
    scopesSupported: described?.scopes_supported ?? [],
    metadata,
  }
}

/** RFC 8414 3.3: the name has to be the one that was asked for; an address may end with the slash a name is written without. */
const isNamed = (place: string, issuer: string): boolean => issuer === place || `${issuer}/` === place

/**
 * What an authorization server says of itself at `place`, where its name is accepted; undefined where it says nothing. Errors: as
 * `discover`.
 */
export const authorizationServerOf = async (
  target: SignInTarget,
  { place, accepts, fetch }: { place: string; accepts: (issuer: string) => boolean; fetch: FetchLike },
): Promise<AuthorizationServerMetadata | undefined> => {
  const { discoverAuthorizationServerMetadata } = await import('@modelcontextprotocol/client')
  const metadata = await discoverAuthorizationServerMetadata(place, {
    fetchFn: fetch,
    skipIssuerValidation: true, // it is checked here
  }).catch(async (thrown: unknown) => {
    throw await signInFailure(target.uri, thrown, 'bad_metadata')
  })
  if (metadata === undefined) return undefined
  if (!URL.canParse(metadata.issuer) || !accepts(metadata.issuer)) throw unsafe(target.uri, 'issuer_mismatch')
  // Without it a code that somebody else got hold of could be used; a server that does not say it does it, does not.
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw unsafe(target.uri, 'no_pkce')
  // The browser goes there, which knows none of the guard's rules.
  await placePolicy(metadata.authorization_endpoint, target)
  return metadata
}

/** Null where the server publishes none. */
const resourceMetadataOf = async (
  { uri, url }: SignInTarget,
  challenge: Challenge | null,
  fetch: FetchLike,
): Promise<ResourceMetadata | null> => {
  const named = challenge?.resourceMetadata ?? null
  for (const place of named === null ? wellKnown(url) : [named]) {
    const response = await fetch(place, { headers: { accept: 'application/json' } })
    if (response.status >= 400 && response.status < 500 && named === null) {
      await response.body?.cancel()
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(uri, 'bad_metadata', { status: response.status })
    }
    const read = resourceMetadataSchema.safeParse(await jsonOf(uri, response))
    if (!read.success) throw failed(uri, 'bad_metadata')
    return read.data
  }
  return null
}

/** RFC 9728 3.1: the well-known word stands before the path of the server; then at the root. */
const wellKnown = (url: string): readonly string[] => {
  const { origin, pathname, search } = new URL(url)
  const root = `${origin}/.well-known/oauth-protected-resource`
  const path = pathname.replace(/\/$/, '')
  return path === '' ? [root] : [`${root}${path}${search}`, root]
}

const jsonOf = async (uri: string, response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw failed(uri, 'bad_metadata', {}, cause)
  }
}
