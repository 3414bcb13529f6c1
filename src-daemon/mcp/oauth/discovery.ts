import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { FetchLike } from '../../network/index.ts'
import { failed, signInFailure, unsafe } from './failure.ts'
import { placePolicy } from './places.ts'
import type { SignInTarget } from './types.ts'
import type { Challenge } from '../../contract/server-sign-in.ts'

/** The authorization server of an MCP server. */
export interface Discovered {
  /** The name the authorization server gives itself; stored tokens are bound to it. */
  readonly issuer: string
  /** Where the metadata was read. */
  readonly place: string
  /** The resource for which tokens are requested (RFC 8707). */
  readonly resource: string
  /** The scopes that the server supports. */
  readonly scopesSupported: readonly string[]
  /**
   * Undefined for a server of 2025-03-26 without metadata; its endpoints then have that revision's default
   * paths.
   */
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
 * Finds a server's authorization server: the server's own metadata (RFC 9728, at the place it named or the well-known ones), then
 * the authorization server's (RFC 8414, OpenID discovery), whose issuer must be the named one. If there is
 * no metadata, the server itself is asked, as in 2025-03-26. `fetch` follows `placePolicy`.
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
    // In 2025-03-26 a server's own origin is its authorization server, under any name on it.
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

/**
 * RFC 8414 3.3: the issuer must be identical to the requested one; the address may have a trailing slash that
 * the issuer lacks.
 */
const isNamed = (place: string, issuer: string): boolean => issuer === place || `${issuer}/` === place

/**
 * The authorization server's metadata at `place`, if its issuer is accepted; undefined if there is none.
 * Errors: as `discover`.
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
  // Without PKCE a stolen code could be used; a server that does not announce it does not support it.
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw unsafe(target.uri, 'no_pkce')
  // The browser opens this address, without the guard's rules.
  await placePolicy(metadata.authorization_endpoint, target)
  return metadata
}

/** Null if the server publishes none. */
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

/** RFC 9728 3.1: the well-known segment comes before the server's path; then try the root. */
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
