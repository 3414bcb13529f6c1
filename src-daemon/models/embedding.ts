import type { NetworkGuard } from '../network/index.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import { createEndpointEmbedder, createInsideEmbedder, createOllamaEmbedder } from './embedders.ts'
import type { OllamaDiscovery } from './ollama/discovery.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { endpointPartsOf, namedModel } from './endpoint/named-model.ts'
import type { createEndpointModels } from './endpoint-models.ts'
import { insideIdOf, type InsideModels } from './inside/index.ts'
import { staysHere } from './core/places.ts'
import type { Embedder } from './core/types.ts'

/** How long the chosen model, or the absence of one, is cached: every message asks for it. */
const KEEP_MS = 30_000

/**
 * The embedding model of the settings. `auto` takes one on this machine only: messages leave it only if the
 * user chose a remote model.
 */
export const createEmbedding = (deps: {
  readonly settings: {
    get(): Pick<Settings, 'embeddingModel' | 'ollamaUrl' | 'keepAliveMinutes' | 'modelEndpoints'>
  }
  readonly guard: NetworkGuard
  readonly discovery: OllamaDiscovery
  /** Null: a process of its own, without them. */
  readonly inside: Pick<InsideModels, 'list' | 'embed'> | null
  readonly endpointModels: ReturnType<typeof createEndpointModels>
  readonly accessTo: (endpoint: ModelEndpoint) => EndpointAccess
}) => {
  const { settings, guard, discovery, inside, endpointModels, accessTo } = deps
  let kept: { key: string; until: number; chosen: Promise<Embedder | null> } | null = null

  const embedder = (): Promise<Embedder | null> => {
    const { embeddingModel, ollamaUrl, keepAliveMinutes, modelEndpoints } = settings.get()
    const key = JSON.stringify([embeddingModel, ollamaUrl, keepAliveMinutes, modelEndpoints])
    if (kept === null || kept.key !== key || kept.until < Date.now()) {
      // An unreachable provider has no model now; its status says why.
      kept = { key, until: Date.now() + KEEP_MS, chosen: choose(embeddingModel).catch(() => null) }
    }
    return kept.chosen
  }

  const choose = async (wanted: string): Promise<Embedder | null> => {
    if (wanted === 'none') return null
    const parts = endpointPartsOf(wanted)
    if (parts !== null) return ofEndpoint(parts)
    if (insideIdOf(wanted) !== null) return ofInside(({ id }) => id === wanted)
    const { ollamaUrl: url } = settings.get()
    if (wanted !== 'auto') return ofOllama(({ id }) => id === wanted || id === `${wanted}:latest`)
    // Ollama may not be running; the providers' status says so, and a local endpoint may have a model.
    const own = staysHere(url) ? await ofOllama(() => true).catch(() => null) : null
    return own ?? ofInside(() => true) ?? (await ofLocalEndpoints())
  }

  const ofOllama = async (is: (model: { readonly id: string }) => boolean): Promise<Embedder | null> => {
    const { ollamaUrl: url, keepAliveMinutes } = settings.get()
    const info = (await discovery.models(url)).find((model) => model.embedding && is(model))
    return info === undefined ? null : createOllamaEmbedder({ guard, url, info, keepAliveMinutes })
  }

  const ofInside = (is: (model: { readonly id: string }) => boolean): Embedder | null => {
    const info = inside?.list().find((model) => model.embedding && is(model))
    return inside === null || info === undefined ? null : createInsideEmbedder(inside, info)
  }

  const ofEndpoint = ({ endpoint: id, name }: { endpoint: string; name: string }): Embedder | null => {
    const endpoint = settings.get().modelEndpoints.find((one) => one.id === id)
    if (endpoint === undefined) return null
    return createEndpointEmbedder(accessTo(endpoint), namedModel({ endpoint }, name))
  }

  const ofLocalEndpoints = async (): Promise<Embedder | null> => {
    for (const endpoint of settings.get().modelEndpoints.filter(({ baseUrl }) => staysHere(baseUrl))) {
      const info = (await endpointModels.of(endpoint)).models.find((model) => model.embedding)
      if (info !== undefined) return createEndpointEmbedder(accessTo(endpoint), info)
    }
    return null
  }

  return {
    embedder,
    /** Drops the cache: the lists of models have changed. */
    forget: (): void => {
      kept = null
    },
  }
}
