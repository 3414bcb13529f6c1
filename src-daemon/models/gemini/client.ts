import type { GoogleGenAI } from '@google/genai/web'
import { endpointFetch, type EndpointAccess, type ExchangeLimits } from '../endpoint/access.ts'
import { withWholeEvents } from '../stream/whole-events.ts'

const KEY_HEADER = 'x-goog-api-key'
const HEADERS = ['accept', 'content-type']

/**
 * A `@google/genai` client for one exchange: through the guard, to the endpoint's origin only, without automatic retries. It's the
 * package's build for browsers, which reads neither the environment nor Google's credential files. Errors: those of the key store.
 */
export const openGemini = async (
  access: EndpointAccess,
  limits: ExchangeLimits = {},
): Promise<GoogleGenAI> => {
  const [{ GoogleGenAI: Client }, apiKey] = await Promise.all([import('@google/genai/web'), access.key()])
  return new Client({
    apiKey: apiKey ?? 'none',
    httpOptions: {
      baseUrl: access.endpoint.baseUrl,
      // It stands in the address.
      apiVersion: '',
      fetch: withWholeEvents(
        endpointFetch(access, limits, apiKey === null ? HEADERS : [...HEADERS, KEY_HEADER]),
      ),
    },
  })
}
