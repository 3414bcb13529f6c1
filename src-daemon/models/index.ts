/** The door of `models/`: the models that can answer a message. */
import type { NetworkGuard, IdleTimeout } from '../network/index.ts'
import type { NamedSecrets } from '../identity/types.ts'
import { toErrorView } from '../platform/errors.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { ModelEndpoint, Settings } from '../contract/settings.ts'
import type { SettingsService } from '../settings/types.ts'
import type { Database } from '../storage/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import type { LeftOutLog } from './answer/left-out.ts'
import { createModelChoice } from './choice.ts'
import { createEmbedding } from './embedding.ts'
import { createEndpoints, type EndpointsDeps } from './endpoints.ts'
import { createKnownServers } from './known-servers.ts'
import { createLastErrors } from './last-errors.ts'
import { findLocalServers } from './local-servers.ts'
import { byFit, fitOf } from './match.ts'
import { createInside, insideIdOf, isInside, type InsideDeps } from './inside/index.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'
import { createPulls } from './ollama/pulls.ts'
import { createOllamaServer, ollamaNameOf } from './ollama/server.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { createEndpointModels } from './endpoint-models.ts'
import { createPlanner } from './planner/index.ts'
import { createSpending } from './spending/spending.ts'
import { createSpeeds } from './speeds.ts'
import { createStatus } from './status.ts'
import { joinPulls } from './join-pulls.ts'
import type { ModelsService } from './core/types.ts'
import type { ModelInfo } from '../contract/models.ts'

export { lookForModels } from './first-look.ts'
export { windowOf, windowSource } from './core/context-window.ts'
export { costOf, plus } from './spending/spending.ts'
export { onlyAnswer } from './answer/structured.ts'
export { MAX_GUIDED_TOOLS } from './guided/guided.ts'
export { fitOf } from './match.ts'
export { looksLikeCall } from './recover/looks-like-call.ts'
export { openEmbedding, type EmbeddingSettings } from './own-embedding.ts'
export { recommendedModels } from './ollama/recommended.ts'
export { ENDPOINT_PRESETS, endpointPresetSchema } from './endpoint/presets.ts'

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
      | 'guidedModels'
      | 'monthMoney'
      | 'monthTokens'
      | 'modelBuild'
    >
    set: (change: Pick<Parameters<SettingsService['set']>[0], 'modelEndpoints' | 'guidedModels'>) => unknown
  }
  readonly secrets: EndpointsDeps['secrets'] & Pick<NamedSecrets, 'has'>
  readonly guard: NetworkGuard
  /** Models inside Satchel: where their files are, and where the program that runs them comes from. */
  readonly inside: Pick<InsideDeps, 'folder' | 'registry' | 'watchTree' | 'builds' | 'recommended'>
  /** Language of names and problems. */
  readonly language: () => Language
  readonly now: () => Date
  /** Called with the parts left out of an answer. */
  readonly log: LeftOutLog
  /** How long a server may be silent; tests set a short one. */
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * Finds and opens language models: those of the Ollama server, those inside Satchel, those of the endpoints in the settings, and
 * the built-in planner.
 */
export const createModels = (deps: ModelsDeps): ModelsService => {
  const { db, settings, secrets, guard, language, now, idleTimeout } = deps
  const { listen: onChange, emit: changed } = createEmitter()
  const discovery = createOllamaDiscovery({ guard })
  const ollama = createOllamaServer({ guard })
  const planner = createPlanner({ now })
  const errors = createLastErrors({ now, language })
  const speeds = createSpeeds()
  const spending = createSpending({ db, settings, now })
  const servers = createKnownServers({ db, now })
  const endpointModels = createEndpointModels((endpoint) => accessTo(endpoint))

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
        problem: problem === null ? null : status.explain(problem, endpoint.baseUrl, endpoint.protocol),
        latencyMs: Math.round(performance.now() - started),
        models: models.length,
      }
    },
  })

  const pullsChanged = (what: 'progress' | 'finished'): void => {
    if (what === 'finished') forgetLists()
    else changed()
  }
  const ollamaPulls = createPulls({
    ...{ db, guard, language, now, idleTimeout },
    url: () => settings.get().ollamaUrl,
    changed: pullsChanged,
  })
  const inside = createInside({ ...deps.inside, db, guard, settings, language, now, changed: pullsChanged })

  const status = createStatus({
    settings,
    secrets,
    language,
    discovery,
    ollama,
    inside,
    planner,
    endpointModels,
    errors,
    speeds,
    servers,
  })
  const embedding = createEmbedding({ settings, guard, discovery, inside, endpointModels, accessTo })

  const resolve = createModelChoice({
    ...deps,
    planner,
    discovery,
    inside,
    endpoints,
    endpointModels,
    accessTo,
    errors,
    speeds,
    spending,
    servers,
    changed,
  })

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
    pulls: joinPulls([
      { pulls: ollamaPulls, has: (asked) => !isInside(asked) },
      { pulls: inside.pulls, has: isInside },
    ]),
    inside: inside.status,
    remove: async (model) => {
      if (insideIdOf(model) !== null) {
        inside.remove(model)
        return
      }
      await ollama.remove(settings.get().ollamaUrl, ollamaNameOf(model))
      forgetLists()
    },
    unload: async (model) => {
      if (insideIdOf(model) !== null) {
        inside.unload(model)
        return
      }
      await ollama.unload(settings.get().ollamaUrl, ollamaNameOf(model))
      changed()
    },
    endpoints,
    spending,
    localServers: () => findLocalServers({ guard, settings }),
    guide: (model, wanted) => {
      const { [model]: _, ...others } = settings.get().guidedModels
      settings.set({ guidedModels: wanted === null ? others : { ...others, [model]: wanted } })
      changed()
    },
    onChange,
    close: () => {
      ollamaPulls.close()
      inside.close()
    },
  }
}
