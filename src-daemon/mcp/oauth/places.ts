import {
  loadAddressCheck,
  type FetchLike,
  type NetworkGuard,
  type NetworkPolicy,
} from '../../network/index.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import type { SignInTarget } from './types.ts'

/** Metadata and tokens are small and quick; nothing else is waited for. */
const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 }

/**
 * The rules for an address that was not typed by the owner but named by a server or its authorization server:
 * https and public. An address on this machine only if the owner typed a server on this machine; no other
 * private address but the server's own origin.
 * Errors: `server_address_refused`.
 */
export const placePolicy = async (
  address: string,
  { url, own }: Pick<SignInTarget, 'url' | 'own'>,
): Promise<NetworkPolicy> => {
  const server = new URL(url)
  const place = URL.canParse(address) ? new URL(address) : null
  const near =
    place !== null &&
    own &&
    (place.origin === server.origin ||
      ((await isLoopback(server.hostname)) && (await isLoopback(place.hostname))))
  return { ...(await endpointPolicy(address, { own: near })), ...LIMITS }
}

/**
 * Fetches metadata and tokens of `target`, each address subject to `placePolicy`. The guard refuses redirects
 * to another host.
 */
export const createPlaceFetch =
  (guard: Pick<NetworkGuard, 'fetchFor'>, target: Pick<SignInTarget, 'url' | 'own'>): FetchLike =>
  async (input, init) =>
    guard.fetchFor(await placePolicy(input instanceof Request ? input.url : String(input), target))(
      input,
      init,
    )

const isLoopback = async (hostname: string): Promise<boolean> =>
  hostname === 'localhost' || (await loadAddressCheck())(hostname.replace(/^\[|\]$/g, '')) === 'loopback'
