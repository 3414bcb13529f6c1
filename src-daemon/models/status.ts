import { SatchelError, toErrorView } from '../platform/errors.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { createLastErrors } from './last-errors.ts'
import type { OllamaDiscovery } from './ollama/discovery.ts'
import type { createOllamaServer } from './ollama/server.ts'
import { providerOf } from './endpoint/named-model.ts'
import type { createEndpointModels } from './endpoint-models.ts'
import type { InsideModels } from './inside/index.ts'
import type { createKnownServers } from './known-servers.ts'
import { withGuidance } from './core/parameters.ts'
import { staysHere } from './core/places.ts'
import type { createSpeeds } from './speeds.ts'
import type { LanguageModel } from './core/types.ts'
import type { ModelInfo, ModelProviderStatus } from '../contract/models.ts'

export interface StatusDeps {
  readonly settings: { get(): Pick<Settings, 'ollamaUrl' | 'modelEndpoints' | 'guidedModels'> }
  readonly secrets: { has(name: string): boolean }
  readonly language: () => Language
  readonly discovery: OllamaDiscovery
  readonly ollama: ReturnType<typeof createOllamaServer>
  readonly inside: Pick<InsideModels, 'list' | 'loaded'>
  readonly planner: LanguageModel
  readonly endpointModels: ReturnType<typeof createEndpointModels>
  readonly errors: ReturnType<typeof createLastErrors>
  readonly speeds: Pick<ReturnType<typeof createSpeeds>, 'of'>
  readonly servers: Pick<ReturnType<typeof createKnownServers>, 'note'>
}

/**
 * The status of every provider: reachable or why not, how quickly it answers, its models and those in its
 * memory.
 */
export const createStatus = (deps: StatusDeps) => {
  const { settings, language, discovery, ollama, endpointModels, errors } = deps

  const providers = async (): Promise<readonly ModelProviderStatus[]> => {
    const { modelEndpoints } = settings.get()
    const found = await Promise.all([ollamaStatus(), ...modelEndpoints.map(endpointStatus)])
    for (const { url, reachable, models } of found)
      if (url !== null && reachable) deps.servers.note(url, models)
    return [...found, ...insideStatus(), plannerStatus()]
  }

  const ollamaStatus = async (): Promise<ModelProviderStatus> => {
    const { ollamaUrl: url } = settings.get()
    const known = {
      id: 'ollama',
      kind: 'ollama',
      name: 'Ollama',
      url,
      leavesMachine: !staysHere(url),
      hasKey: false,
      lastError: errors.of('ollama'),
    } as const
    const started = performance.now()
    try {
      const [models, seen] = await Promise.all([discovery.models(url), lookOrNull(url)])
      return {
        ...known,
        reachable: true,
        problem: null,
        models: models.map(asKnown),
        latencyMs: Math.round(performance.now() - started),
        version: seen?.version ?? null,
        loaded: seen?.loaded ?? [],
      }
    } catch (thrown) {
      const problem = explain(thrown, url, 'ollama')
      return { ...known, reachable: false, problem, models: [], latencyMs: null, version: null, loaded: [] }
    }
  }

  /** Not every server that lists models like Ollama reports these; only the list is essential. */
  const lookOrNull = (url: string) => ollama.look(url).catch(() => null)

  const endpointStatus = async (endpoint: ModelEndpoint): Promise<ModelProviderStatus> => {
    const { models, problem, latencyMs } = await endpointModels.of(endpoint)
    const id = providerOf(endpoint)
    return {
      id,
      kind: endpoint.protocol,
      name: endpoint.name,
      url: endpoint.baseUrl,
      reachable: problem === null,
      problem: problem === null ? null : explain(problem, endpoint.baseUrl, endpoint.protocol),
      leavesMachine: !staysHere(endpoint.baseUrl),
      hasKey: deps.secrets.has(`models/${endpoint.id}`),
      latencyMs,
      version: null,
      loaded: [],
      lastError: errors.of(id),
      models: models.map(asKnown),
    }
  }

  const asKnown = (info: ModelInfo): ModelInfo => {
    const tokensPerSecond = deps.speeds.of(info.id)
    const guided = withGuidance(info, settings.get().guidedModels)
    return tokensPerSecond === null ? guided : { ...guided, tokensPerSecond }
  }

  /** None, as long as there is no model. */
  const insideStatus = (): ModelProviderStatus[] => {
    const models = deps.inside.list().map(asKnown)
    if (models.length === 0) return []
    const [id, name] = ['inside' as const, say(language(), 'models_inside')]
    return [{ ...OWN, id, kind: id, name, loaded: deps.inside.loaded(), lastError: errors.of(id), models }]
  }

  const plannerStatus = (): ModelProviderStatus => {
    const name = say(language(), 'planner_name')
    return {
      ...OWN,
      id: 'planner',
      kind: 'planner',
      name,
      loaded: [],
      lastError: null,
      models: [{ ...deps.planner.info, name }],
    }
  }

  /**
   * Explains a server's failure; anything but a `SatchelError` means that it does not answer like such a
   * server.
   */
  const explain = (problem: unknown, url: string, kind: 'ollama' | ModelEndpoint['protocol']): string => {
    if (problem instanceof SatchelError) return toErrorView(problem, language()).message
    return say(language(), kind === 'ollama' ? 'models_not_ollama' : 'models_not_openai', { url })
  }

  return { providers, explain }
}

/** What is part of Satchel: no server. */
const OWN = {
  reachable: true,
  url: null,
  problem: null,
  leavesMachine: false,
  hasKey: false,
  latencyMs: null,
  version: null,
} as const
