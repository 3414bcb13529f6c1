import type { OpenAI } from 'openai'
import {
  endpointFetch,
  NO_CLIENT_TIMEOUT,
  type EndpointAccess,
  type ExchangeLimits,
} from '../endpoint/access.ts'

const HEADERS = ['accept', 'authorization', 'content-type']

/**
 * An `openai` client for one exchange: through the guard, to the endpoint's origin only, without automatic
 * retries. It reads nothing from the environment. Errors: those of the key store.
 */
export const openOpenAi = async (access: EndpointAccess, limits: ExchangeLimits = {}): Promise<OpenAI> => {
  const [{ OpenAI: Client }, apiKey] = await Promise.all([import('openai'), access.key()])
  return new Client({
    baseURL: access.endpoint.baseUrl,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NO_CLIENT_TIMEOUT,
    ...(apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    fetch: endpointFetch(access, limits, HEADERS),
    logLevel: 'off',
  })
}
