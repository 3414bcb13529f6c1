import type { OpenAI } from 'openai'
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

/**
 * The only headers sent: the package would add facts about this machine, and the content of
 * `OPENAI_CUSTOM_HEADERS`.
 */
const HEADERS = ['accept', 'authorization', 'content-type']

/**
 * An `openai` client for one exchange: through the guard, to the endpoint's origin only, without automatic
 * retries. It reads nothing from the environment. Errors: those of the key store.
 */
export const openOpenAi = async (
  { guard, endpoint, key }: EndpointAccess,
  limits: { readonly timeoutMs?: number; readonly idleTimeout?: IdleTimeout } = {},
): Promise<OpenAI> => {
  const [{ OpenAI: Client }, apiKey] = await Promise.all([import('openai'), key()])
  const url = new URL(endpoint.baseUrl)
  const { timeoutMs, idleTimeout } = limits
  const fetch = guard.fetchFor({
    kind: 'user_endpoint',
    origin: url.origin,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleTimeout === undefined ? {} : { idle: modelIdleLimit(idleTimeout, endpoint.name) }),
  })
  return new Client({
    baseURL: endpoint.baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    // The guard and `idleTimeout` set the limits; the client's own would end a model that thinks long.
    timeout: 2 ** 31 - 1,
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    fetch: async (input, init = {}) =>
      withReadableFailure(await fetch(input, { ...init, headers: onlyNeeded(init.headers) })),
    logLevel: 'off',
  })
}

const onlyNeeded = (given: RequestInit['headers']): Record<string, string> => {
  const all = new Headers(given)
  const needed = HEADERS.flatMap((name) => {
    const value = all.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(needed), 'user-agent': 'Satchel' }
}
