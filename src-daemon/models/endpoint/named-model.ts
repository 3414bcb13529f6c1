import type { ModelEndpoint } from '../../contract/settings.ts'
import type { ModelInfo } from '../../contract/models.ts'
import { parametersOf } from '../core/parameters.ts'
import { staysHere } from '../core/places.ts'

/** The provider of an endpoint's models: its protocol and its id. */
export const providerOf = ({ protocol, id }: Pick<ModelEndpoint, 'protocol' | 'id'>): string =>
  `${protocol}:${id}`

/** The endpoint and the model that an id names; null if it's not of an endpoint. */
export const endpointPartsOf = (model: string): { endpoint: string; name: string } | null => {
  const [, endpoint, name] = /^(?:openai|anthropic|gemini):([^:]+):(.+)$/s.exec(model) ?? []
  return endpoint === undefined || name === undefined ? null : { endpoint, name }
}

/** A model the user named, or one whose server's list is unavailable. */
export const namedModel = ({ endpoint }: { readonly endpoint: ModelEndpoint }, name: string): ModelInfo => ({
  id: `${providerOf(endpoint)}:${name}`,
  name,
  provider: providerOf(endpoint),
  contextWindow: endpoint.contextWindow,
  tools: endpoint.tools !== 'described',
  vision: endpoint.vision,
  thinking: false,
  embedding: /embed/i.test(name),
  leavesMachine: !staysHere(endpoint.baseUrl),
  sizeBytes: null,
  ...withParameters(null, name),
})

/** How many parameters it has, by what its server says or its name. */
export const withParameters = (said: unknown, name: string): Pick<ModelInfo, 'parameters'> => {
  const parameters = parametersOf(said, name)
  return parameters === undefined ? {} : { parameters }
}

/** What the server says a model can read, or less if the user allows less. */
export const windowWithin = (said: number | null, limit: number | null): number | null =>
  said === null ? limit : Math.min(said, limit ?? Infinity)
