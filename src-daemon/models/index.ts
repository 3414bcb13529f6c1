/** The door of `models/`: the models that can answer a message. */
import type { NetworkGuard, IdleTimeout } from '../network/index.ts'
import type { NamedSecrets } from '../identity/types.ts'
import { SatchelError, toErrorView } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { LeftOutLog } from './answer/left-out.ts'
import { createEmbedding } from './embedding.ts'
import { createEndpoints, type EndpointsDeps } from './endpoints.ts'
import { createKnownServers } from './known-servers.ts'
import { createLastErrors } from './last-errors.ts'
import { byFit, fitOf } from './match.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'
import { createOllamaModel } from './ollama/model.ts'
import { createPulls } from './ollama/pulls.ts'
import { createOllamaServer, ollamaNameOf } from './ollama/server.ts'
import type { EndpointAccess } from './openai/client.ts'
import { namedModel } from './openai/discovery.ts'
import { createOpenAiModel } from './openai/model.ts'
import { createEndpointModels } from './openai/provider.ts'
import { staysHere } from './core/places.ts'
import { createPlanner } from './planner/index.ts'
import { createStatus } from './status.ts'
import type { LanguageModel, ModelRequirements, ModelsService } from './core/types.ts'
import type { ModelInfo } from '../contract/models.ts'

export { windowOf } from './core/context-window.ts'
export { fitOf } from './match.ts'
export { openEmbedding, type EmbeddingSettings } from './own-embedding.ts'
export { ENDPOINT_PRESETS, endpointPresetSchema } from './openai/presets.ts'

export interface ModelsDeps {
  readonly db: Database
  readonly settings: {
    get(): Pick<
      Settings,
      | 'model'
      | 'plannerInstead'
      | 'embeddingModel'
      | 'ollamaUrl'
      | 'contextWindow'
      | 'keepAliveMinutes'
      | 'thinking'
      | 'modelEndpoints'
    >
    set: EndpointsDeps['settings']['set']
  }
  readonly secrets: EndpointsDeps['secrets'] & Pick<NamedSecrets, 'has'>
  readonly guard: NetworkGuard
  /** Language of names and problems. */
  readonly language: () => Language
  readonly now: () => Date
  /** Called with the parts left out of an answer. */
  readonly log: LeftOutLog
  /** How long a server may be silent; tests set a short one. */
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * Finds and opens language models: those of the Ollama server, of the endpoints in the settings, and the
 * built-in planner.
 */
export const createModels = (deps: ModelsDeps): ModelsService => {
  const { db, settings, secrets, guard, language, now, log, idleTimeout } = deps
  const { listen: onChange, emit: changed } = createEmitter()
  const discovery = createOllamaDiscovery({ guard })
  const ollama = createOllamaServer({ guard })
  const planner = createPlanner()
  const errors = createLastErrors({ now, language })
  const servers = createKnownServers({ db, now })
  const endpointModels = createEndpointModels((endpoint) => accessTo(endpoint))

  /** Whether the last automatic choice found servers silent, for display. */
  let wasSilent = false

  const forgetLists = (): void => {
    discovery.forget()
    endpointModels.forget()
    embedding.forget()
    changed()
  }

  const accessTo = (endpoint: ModelEndpoint): EndpointAccess => ({
    guard,
    endpoint,
    key: () => endpoints.keyOf(endpoint.id),
  })

  const endpoints = createEndpoints({
    settings,
    secrets,
    changed: forgetLists,
    test: async (endpoint) => {
      const started = performance.now()
      const { models, problem } = await endpointModels.of(endpoint, { fresh: true })
      changed()
      return {
        reachable: problem === null,
        problem: problem === null ? null : status.explain(problem, endpoint.baseUrl, 'openai'),
        latencyMs: Math.round(performance.now() - started),
        models: models.length,
      }
    },
  })

  const pulls = createPulls({
    db,
    guard,
    url: () => settings.get().ollamaUrl,
    language,
    now,
    changed: (what) => {
      if (what === 'finished') forgetLists()
      else changed()
    },
    idleTimeout,
  })

  const status = createStatus({
    settings,
    secrets,
    language,
    discovery,
    ollama,
    planner,
    endpointModels,
    errors,
    servers,
  })
  const embedding = createEmbedding({ settings, guard, discovery, endpointModels, accessTo })

  const resolve: ModelsService['resolve'] = async (preferred, needs = { minContextWindow: null }) => {
    const wanted = preferred ?? settings.get().model
    if (wanted === planner.info.id) return planner
    if (wanted === 'auto') return automatic(needs)
    if (wanted.startsWith('openai:')) return open(await endpointModel(wanted))
    const found = await ollamaModels()
    const named = found.models.find(({ id }) => id === wanted || id === `${wanted}:latest`)
    if (named === undefined || named.embedding) throw unavailable(wanted, found.problem)
    return open(named)
  }

  /**
   * The best match on this machine: a model whose use sends data elsewhere must be chosen by name. If the
   * servers that had models do not answer, the planner stands in only with the user's consent.
   */
  const automatic = async (needs: ModelRequirements): Promise<LanguageModel> => {
    const local = settings.get().modelEndpoints.filter(({ baseUrl }) => staysHere(baseUrl))
    const answers = await Promise.all([
      ollamaModels().then((found) => ({ ...found, name: 'Ollama', url: settings.get().ollamaUrl })),
      ...local.map(async (one) => ({ ...(await endpointModels.of(one)), name: one.name, url: one.baseUrl })),
    ])
    for (const { url, models, problem } of answers) if (problem === null) servers.note(url, models)
    const [best] = answers
      .flatMap(({ models }) => models)
      .filter((model) => !model.embedding)
      .map((model) => fitOf(model, needs, language()))
      .sort(byFit)
    const silent = answers.find(({ url, problem }) => problem !== null && servers.has(url)) ?? null
    const isSilent = best === undefined && silent !== null
    if (isSilent !== wasSilent) changed()
    wasSilent = isSilent
    if (best !== undefined) return open(best.model)
    if (silent === null || settings.get().plannerInstead) return planner
    const { name: server, url, problem } = silent
    throw new SatchelError('model_none_answers', {
      params: { server, url },
      details: { model: 'auto', server, url },
      cause: problem,
    })
  }

  /**
   * Looked up without requesting the server's list before every message: if the model is missing, the server
   * says so itself.
   */
  const endpointModel = async (id: string): Promise<ModelInfo> => {
    const [, endpointId = '', ...rest] = id.split(':')
    const endpoint = endpoints.find(endpointId)
    const name = rest.join(':')
    if (endpoint === null || name === '') throw unavailable(id, null)
    const { models } = await endpointModels.of(endpoint)
    const found = models.find((model) => model.id === id) ?? namedModel({ endpoint }, name)
    if (found.embedding) throw unavailable(id, null)
    return found
  }

  const unavailable = (id: string, cause: Error | null): SatchelError =>
    new SatchelError('model_unavailable', {
      params: { model: id.replace(/^(ollama|openai:[^:]*):/, '') },
      details: { model: id },
      cause,
    })

  const ollamaModels = async (): Promise<{ models: readonly ModelInfo[]; problem: Error | null }> => {
    try {
      return { models: await discovery.models(settings.get().ollamaUrl), problem: null }
    } catch (thrown) {
      return { models: [], problem: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }

  const open = (info: ModelInfo): LanguageModel => errors.watch(opened(info))

  const opened = (info: ModelInfo): LanguageModel => {
    if (info.provider === planner.info.provider) return planner
    const { ollamaUrl: url, contextWindow, keepAliveMinutes, thinking: think } = settings.get()
    if (info.provider === 'ollama')
      return createOllamaModel({ guard, url, info, contextWindow, keepAliveMinutes, think, log, idleTimeout })
    const endpoint = endpoints.find(info.provider.slice('openai:'.length))
    if (endpoint === null) throw unavailable(info.id, null)
    const quirks = endpointModels.quirksOf(info.id)
    return createOpenAiModel({ ...accessTo(endpoint), info, model: info.name, quirks, log, idleTimeout })
  }

  const chatModels = async (): Promise<readonly ModelInfo[]> =>
    (await status.providers()).flatMap(({ models }) => models).filter((model) => !model.embedding)

  const inUse: ModelsService['inUse'] = async (preferred) => {
    try {
      const { info } = await resolve(preferred)
      const name = info.provider === planner.info.provider ? say(language(), 'planner_name') : info.name
      return { model: { ...info, name }, problem: null }
    } catch (thrown) {
      return { model: null, problem: toErrorView(thrown, language()) }
    }
  }

  return {
    providers: status.providers,
    resolve,
    inUse,
    embedding: embedding.embedder,
    match: async (all) => {
      const models = await chatModels()
      return all.map((needs) => models.map((model) => fitOf(model, needs, language())).sort(byFit))
    },
    alternatives: async (failed) => {
      const models = await chatModels()
      const leaves = models.find(({ id }) => id === failed)?.leavesMachine ?? false
      return models
        .filter(({ id }) => id !== failed)
        .map((model) => ({ model, crossesBoundary: model.leavesMachine && !leaves }))
        .sort((a, b) => Number(a.model.leavesMachine) - Number(b.model.leavesMachine))
    },
    pulls,
    remove: async (model) => {
      await ollama.remove(settings.get().ollamaUrl, ollamaNameOf(model))
      forgetLists()
    },
    unload: async (model) => {
      await ollama.unload(settings.get().ollamaUrl, ollamaNameOf(model))
      changed()
    },
    endpoints,
    onChange,
    close: pulls.close,
  }
}
