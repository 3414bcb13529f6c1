/** The door of `models/`: who can answer a message. */
import type { NetworkGuard } from '../bindings/index.ts'
import { SatchelError, toErrorView } from '../platform/errors.ts'
import { type Language, say } from '../text/index.ts'
import { createOllamaDiscovery } from './ollama/discovery.ts'
import { createOllamaModel } from './ollama/model.ts'
import { createPlanner } from './planner/index.ts'
import type { LanguageModel, ModelInfo, ModelProviderStatus, ModelsService } from './types.ts'

export { contextWindowFor } from './context-window.ts'
export { PLANNER_ID } from './planner/index.ts'

export interface ModelsDeps {
  readonly settings: {
    get(): { readonly model: string; readonly ollamaUrl: string; readonly contextWindow: number }
  }
  readonly guard: NetworkGuard
  /** Language of names and problems in `providers()`. */
  readonly language: () => Language
}

/** Finds and opens language models: those of the Ollama server in the settings, and the built-in planner. */
export const createModels = (deps: ModelsDeps): ModelsService => {
  const discovery = createOllamaDiscovery(deps)
  const planner = createPlanner()

  const resolve: ModelsService['resolve'] = async (
    preferred,
    { minContextWindow } = { minContextWindow: null },
  ) => {
    const wanted = preferred ?? deps.settings.get().model
    if (wanted === planner.info.id) return planner
    const found = await ollamaModels()
    if (wanted === 'auto') {
      const isWide = ({ contextWindow }: ModelInfo) =>
        minContextWindow === null || contextWindow === null || contextWindow >= minContextWindow
      const chatting = found.models.filter(({ embedding }) => !embedding)
      const wide = chatting.filter(isWide)
      const able = wide.length > 0 ? wide : chatting
      const first = able.find(({ tools }) => tools) ?? able[0]
      return first === undefined ? planner : open(first)
    }
    const named = found.models.find(({ id }) => id === wanted || id === `${wanted}:latest`)
    if (named !== undefined && !named.embedding) return open(named)
    throw new SatchelError('model_unavailable', {
      params: { model: wanted.replace(/^ollama:/, '') },
      details: { model: wanted },
      cause: found.problem,
    })
  }

  const providers = async (): Promise<readonly ModelProviderStatus[]> => {
    const { models, problem } = await ollamaModels()
    return [
      {
        id: 'ollama',
        name: 'Ollama',
        reachable: problem === null,
        url: deps.settings.get().ollamaUrl,
        problem: problem === null ? null : explain(problem),
        models: [...models],
      },
      {
        id: 'planner',
        name: say(deps.language(), 'planner_name'),
        reachable: true,
        url: null,
        problem: null,
        models: [{ ...planner.info, name: say(deps.language(), 'planner_name') }],
      },
    ]
  }

  const ollamaModels = async (): Promise<{ models: readonly ModelInfo[]; problem: Error | null }> => {
    try {
      return { models: await discovery.models(deps.settings.get().ollamaUrl), problem: null }
    } catch (thrown) {
      return { models: [], problem: thrown instanceof Error ? thrown : new Error(String(thrown)) }
    }
  }

  const explain = (problem: Error): string =>
    problem instanceof SatchelError
      ? toErrorView(problem, deps.language()).message
      : say(deps.language(), 'models_not_ollama', { url: deps.settings.get().ollamaUrl })

  const open = (info: ModelInfo): LanguageModel => {
    const { ollamaUrl, contextWindow } = deps.settings.get()
    return createOllamaModel({
      guard: deps.guard,
      url: ollamaUrl,
      info,
      contextWindow,
      keepAliveMinutes: null,
      think: true,
    })
  }

  // No embedding model can be set yet.
  return { providers, resolve, embedding: () => Promise.resolve(null) }
}
