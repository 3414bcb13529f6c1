import type { Anthropic } from '@anthropic-ai/sdk'
import {
  endpointFetch,
  NO_CLIENT_TIMEOUT,
  type EndpointAccess,
  type ExchangeLimits,
} from '../endpoint/access.ts'
import { withWholeEvents } from '../stream/whole-events.ts'

/** The key is in one of the first two, by the version of the package. */
const KEY_HEADERS = ['authorization', 'x-api-key']
const HEADERS = ['accept', 'content-type', 'anthropic-version']

/**
 * An `@anthropic-ai/sdk` client for one exchange: through the guard, to the endpoint's origin only, without automatic retries. A key
 * is always given, so that the package looks for none in the environment or in files. Errors: those of the key store.
 */
export const openAnthropic = async (
  access: EndpointAccess,
  limits: ExchangeLimits = {},
): Promise<Anthropic> => {
  const [{ Anthropic: Client }, apiKey] = await Promise.all([import('@anthropic-ai/sdk'), access.key()])
  return new Client({
    baseURL: access.endpoint.baseUrl,
    apiKey: apiKey ?? 'none',
    webhookKey: null,
    maxRetries: 0,
    timeout: NO_CLIENT_TIMEOUT,
    fetch: withWholeEvents(
      endpointFetch(access, limits, apiKey === null ? HEADERS : [...HEADERS, ...KEY_HEADERS]),
    ),
    logLevel: 'off',
    openTelemetry: false,
  })
}
