import type { NetworkGuard } from '../network/index.ts'
import type { Settings } from '../contract/settings.ts'
import { createEmbedding } from './embedding.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { endpointPartsOf } from './endpoint/named-model.ts'
import { createEndpointModels } from './endpoint-models.ts'
import type { Embedder } from './core/types.ts'

/** The settings that choose an embedding model. */
export type EmbeddingSettings = Pick<
  Settings,
  'embeddingModel' | 'ollamaUrl' | 'keepAliveMinutes' | 'modelEndpoints'
>

/**
 * The embedding model of the settings, for a process without a key store. `key` goes to the endpoint of the
 * model that the settings name, and to no other. Null if there is none now.
 */
export const openEmbedding = ({
  settings,
  guard,
  key,
}: {
  readonly settings: EmbeddingSettings
  readonly guard: NetworkGuard
  readonly key: string | null
}): (() => Promise<Embedder | null>) => {
  const isChosen = ({ id }: EndpointAccess['endpoint']): boolean =>
    endpointPartsOf(settings.embeddingModel)?.endpoint === id
  const accessTo = (endpoint: EndpointAccess['endpoint']): EndpointAccess => ({
    guard,
    endpoint,
    key: () => Promise.resolve(isChosen(endpoint) ? key : null),
  })
  return createEmbedding({
    settings: { get: () => settings },
    guard,
    discovery: createOllamaDiscovery({ guard }),
    inside: null,
    endpointModels: createEndpointModels(accessTo),
    accessTo,
  }).embedder
}
