import type { NetworkGuard } from '../bindings/index.ts'
import type { Settings } from '../settings/types.ts'
import { createEmbedding } from './embedding.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'
import type { EndpointAccess } from './openai/client.ts'
import { createEndpointModels } from './openai/provider.ts'
import type { Embedder } from './types.ts'

/** The settings an embedding model is chosen by. */
export type EmbeddingSettings = Pick<
  Settings,
  'embeddingModel' | 'ollamaUrl' | 'keepAliveMinutes' | 'modelEndpoints'
>

/**
 * The embedding model of the settings for a process that has no key store: endpoints are asked without a key. Null where there is none now.
 */
export const openEmbedding = ({
  settings,
  guard,
}: {
  readonly settings: EmbeddingSettings
  readonly guard: NetworkGuard
}): (() => Promise<Embedder | null>) => {
  const accessTo = (endpoint: EndpointAccess['endpoint']): EndpointAccess => ({
    guard,
    endpoint,
    key: () => Promise.resolve(null),
  })
  return createEmbedding({
    settings: { get: () => settings },
    guard,
    discovery: createOllamaDiscovery({ guard }),
    endpointModels: createEndpointModels(accessTo),
    accessTo,
  }).embedder
}
