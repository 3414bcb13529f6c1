/** Chooses the model that answers, and opens it. */
import type { Language } from '../contract/language.ts'
import type { ModelInfo } from '../contract/models.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import type { IdleTimeout, NetworkGuard } from '../network/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { guided } from './guided/guided.ts'
import type { Planner } from './planner/index.ts'
import type { LeftOutLog } from './answer/left-out.ts'
import { withGuidance } from './core/parameters.ts'
import { staysHere } from './core/places.ts'
import type { LanguageModel, ModelRequirements, ModelsService } from './core/types.ts'
import type { createEndpoints } from './endpoints.ts'
import type { InsideModels } from './inside/index.ts'
import { insideIdOf } from './inside/index.ts'
import type { createKnownServers } from './known-servers.ts'
import type { createLastErrors } from './last-errors.ts'
import { byFit, fitOf } from './match.ts'
import type { OllamaDiscovery } from './ollama/discovery.ts'
import { createOllamaModel, type FittingWindow } from './ollama/model.ts'
import { createAnthropicModel } from './anthropic/model.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { endpointPartsOf, namedModel } from './endpoint/named-model.ts'
import type { createEndpointModels } from './endpoint-models.ts'
import { createGeminiModel } from './gemini/model.ts'
import { createOpenAiModel } from './openai/model.ts'
import type { Spending } from './spending/spending.ts'
import type { createSpeeds } from './speeds.ts'

export interface ModelChoiceDeps {
  readonly settings: {
    get(): Pick<
      Settings,
      | 'model'
      | 'plannerInstead'
      | 'ollamaUrl'
      | 'contextWindow'
      | 'keepAliveMinutes'
      | 'thinking'
      | 'modelEndpoints'
      | 'guidedModels'
    >
  }
  readonly guard: NetworkGuard
  readonly language: () => Language
  readonly log: LeftOutLog
  readonly idleTimeout?: IdleTimeout | undefined
  readonly planner: Planner
  readonly discovery: OllamaDiscovery
  readonly inside: Pick<InsideModels, 'list' | 'open'>
  readonly endpoints: Pick<ReturnType<typeof createEndpoints>, 'find'>
  readonly endpointModels: ReturnType<typeof createEndpointModels>
  readonly accessTo: (endpoint: ModelEndpoint) => EndpointAccess
  readonly errors: ReturnType<typeof createLastErrors>
  readonly speeds: Pick<ReturnType<typeof createSpeeds>, 'watch'>
  readonly spending: Pick<Spending, 'watch' | 'priceOf' | 'refuseOverLimit'>
  readonly servers: ReturnType<typeof createKnownServers>
  /** What is shown of the automatic choice has changed. */
  readonly changed: () => void
}

export const createModelChoice = (deps: ModelChoiceDeps): ModelsService['resolve'] => {
  const { settings, guard, language, log, idleTimeout, planner, discovery, inside } = deps
  const { endpoints, endpointModels, accessTo, errors, speeds, spending, servers, changed } = deps

  const fittings = new Map<string, FittingWindow>()
  const fittingOf = (model: string): FittingWindow => {
    const known = fittings.get(model) ?? { tokens: null }
    fittings.set(model, known)
    return known
  }

  /** Whether the last automatic choice found servers silent, for display. */
  let wasSilent = false

  const resolve: ModelsService['resolve'] = async (preferred, needs = { minContextWindow: null }) => {
    const wanted = preferred ?? settings.get().model
    if (wanted === planner.info.id) return planner
    if (wanted === 'auto') return automatic(needs)
    if (endpointPartsOf(wanted) !== null) return open(await endpointModel(wanted))
    if (insideIdOf(wanted) !== null) {
      const here = inside.list().find(({ id }) => id === wanted)
      if (here === undefined || here.embedding) throw unavailable(wanted, null)
      return open(here)
    }
    const namedIn = ({ models }: { models: readonly ModelInfo[] }): ModelInfo | undefined =>
      models.find(({ id }) => id === wanted || id === `${wanted}:latest`)
    let found = await ollamaModels()
    if (namedIn(found) === undefined) {
      // The kept list may be older than the server's start, or than the model.
      discovery.forget()
      found = await ollamaModels()
    }
    const named = namedIn(found)
    if (named === undefined || named.embedding) throw unavailable(wanted, found.problem)
    return open(named)
  }

  /**
   * The best match on this machine: a model whose use sends data elsewhere must be chosen by name. If the
   * servers that had models do not answer, the planner stands in only with the user's consent.
   */
  const automatic = async (needs: ModelRequirements): Promise<LanguageModel> => {
    const bestOf = (all: Awaited<ReturnType<typeof localAnswers>>) =>
      [...all.flatMap(({ models }) => models), ...inside.list()]
        .filter((model) => !model.embedding)
        .map((model) => fitOf(model, needs, language()))
        .toSorted(byFit)[0]
    let answers = await localAnswers()
    if (bestOf(answers) === undefined && answers.some(({ problem }) => isSlow(problem))) {
      // A busy computer, as at its start: nothing but a second look tells a slow server from none.
      discovery.forget()
      answers = await localAnswers()
    }
    for (const { url, models, problem } of answers) if (problem === null) servers.note(url, models)
    const best = bestOf(answers)
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

  /** What the servers on this machine have, or why they don't say. */
  const localAnswers = () => {
    const local = settings.get().modelEndpoints.filter(({ baseUrl }) => staysHere(baseUrl))
    return Promise.all([
      ollamaModels().then((found) => ({ ...found, name: 'Ollama', url: settings.get().ollamaUrl })),
      ...local.map(async (one) => ({ ...(await endpointModels.of(one)), name: one.name, url: one.baseUrl })),
    ])
  }

  /**
   * Looked up without requesting the server's list before every message: if the model is missing, the server
   * says so itself.
   */
  const endpointModel = async (id: string): Promise<ModelInfo> => {
    const parts = endpointPartsOf(id)
    const endpoint = parts === null ? null : endpoints.find(parts.endpoint)
    if (parts === null || endpoint === null) throw unavailable(id, null)
    const { models } = await endpointModels.of(endpoint)
    const found = models.find((model) => model.id === id) ?? namedModel({ endpoint }, parts.name)
    if (found.embedding) throw unavailable(id, null)
    return found
  }

  const unavailable = (id: string, cause: Error | null): SatchelError =>
    new SatchelError('model_unavailable', {
      params: { model: endpointPartsOf(id)?.name ?? id.replace(/^(?:ollama|inside):/, '') },
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

  const open = (listed: ModelInfo): LanguageModel => {
    spending.refuseOverLimit(listed)
    const price = spending.priceOf(listed)
    const info = {
      ...withGuidance(listed, settings.get().guidedModels),
      ...(price === null ? {} : { price }),
    }
    const model = errors.watch(speeds.watch(spending.watch(opened(info))))
    return info.guided === true ? guided(model, planner) : model
  }

  const opened = (info: ModelInfo): LanguageModel => {
    if (info.provider === planner.info.provider) return planner
    const { ollamaUrl: url, contextWindow, keepAliveMinutes, thinking: think } = settings.get()
    if (info.provider === 'ollama') {
      const fitting = fittingOf(`${url} ${info.id}`)
      const own = Math.min(info.contextWindow ?? Infinity, fitting.tokens ?? Infinity)
      return createOllamaModel({
        ...{ guard, url, contextWindow, fitting, keepAliveMinutes, think, log, idleTimeout },
        info: { ...info, contextWindow: own === Infinity ? null : own },
      })
    }
    if (info.provider === 'inside') return inside.open(info)
    const endpoint = endpoints.find(endpointPartsOf(info.id)?.endpoint ?? '')
    if (endpoint === null) throw unavailable(info.id, null)
    const deps = { ...accessTo(endpoint), info, log, idleTimeout }
    switch (endpoint.protocol) {
      case 'anthropic':
        return createAnthropicModel(deps)
      case 'gemini':
        return createGeminiModel(deps)
      case 'openai':
        return createOpenAiModel({ ...deps, model: info.name, quirks: endpointModels.quirksOf(info.id) })
    }
  }

  return resolve
}

const isSlow = (problem: Error | null): boolean =>
  problem instanceof SatchelError && problem.code === 'network_timeout'
