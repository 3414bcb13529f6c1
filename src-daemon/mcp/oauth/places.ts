import {
  loadAddressCheck,
  type FetchLike,
  type NetworkGuard,
  type NetworkPolicy,
} from '../../network/index.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import type { SignInTarget } from './types.ts'

/** What signs people in is small and quick; anything else is not waited for. */
const LIMITS = { timeoutMs: 15_000, maxBytes: 256 * 1024 }

/**
 * The rules for an address that was not typed by the owner but named by a server or its authorization server: https and public. On this
 * machine only where the owner typed a server of this machine; else no private address but the server's own origin.
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

/** Asks for metadata and tokens of `target`, each address by `placePolicy`. A redirect to another host is refused by the guard. */
export const createPlaceFetch =
  (guard: Pick<NetworkGuard, 'fetchFor'>, target: Pick<SignInTarget, 'url' | 'own'>): FetchLike =>
  async (input, init) =>
    guard.fetchFor(await placePolicy(input instanceof Request ? input.url : String(input), target))(
      input,
      init,
    )

const isLoopback = async (hostname: string): Promise<boolean> =>
  hostname === 'localhost' || (await loadAddressCheck())(hostname.replace(/^\[|\]$/g, '')) === 'loopback'
