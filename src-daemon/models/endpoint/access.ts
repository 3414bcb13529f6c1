import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import type { ModelEndpoint } from '../../contract/settings.ts'
import { modelIdleLimit } from '../answer/idle-timeout.ts'
import { withReadableFailure } from '../stream/failures.ts'

/** A model server and access to its key; null if none is stored. */
export interface EndpointAccess {
  readonly guard: NetworkGuard
  readonly endpoint: ModelEndpoint
  readonly key: () => Promise<string | null>
}

/** Limits of one exchange. */
export interface ExchangeLimits {
  readonly timeoutMs?: number
  readonly idleTimeout?: IdleTimeout
}

/** Longer than any answer: the guard sets the limits; a client's own would end a model that thinks long. */
export const NO_CLIENT_TIMEOUT = 2 ** 31 - 1

/**
 * `fetch` for the client of a protocol: through the guard, to the endpoint's origin only, with no other headers than these, since
 * the packages add facts about this machine and the content of environment variables.
 */
export const endpointFetch = (
  { guard, endpoint }: EndpointAccess,
  { timeoutMs, idleTimeout }: ExchangeLimits,
  headers: readonly string[],
): typeof globalThis.fetch => {
  const fetch = guard.fetchFor({
    kind: 'user_endpoint',
    origin: new URL(endpoint.baseUrl).origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleTimeout === undefined ? {} : { idle: modelIdleLimit(idleTimeout, endpoint.name) }),
  })
  return async (input, init = {}) =>
    withReadableFailure(await fetch(input, { ...init, headers: onlyNeeded(init.headers, headers) }))
}

const onlyNeeded = (given: RequestInit['headers'], names: readonly string[]): Record<string, string> => {
  const all = new Headers(given)
  const needed = names.flatMap((name) => {
    const value = all.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(needed), 'user-agent': 'Satchel' }
}
