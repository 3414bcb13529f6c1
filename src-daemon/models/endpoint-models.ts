import type { ModelEndpoint } from '../contract/settings.ts'
import type { ModelInfo } from '../contract/models.ts'
import { discoverAnthropic } from './anthropic/discovery.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { namedModel } from './endpoint/named-model.ts'
import { discoverGemini } from './gemini/discovery.ts'
import { discoverOpenAi } from './openai/discovery.ts'
import type { Quirks } from './openai/model.ts'

/** The models an endpoint lists, and those the user named besides. */
export interface EndpointModels {
  readonly models: readonly ModelInfo[]
  readonly problem: Error | null
  readonly latencyMs: number | null
}

const DISCOVER = { openai: discoverOpenAi, anthropic: discoverAnthropic, gemini: discoverGemini } as const

const KEEP_MS = 60_000
const KEEP_FAILURE_MS = 4_000

/** Caches for a while what endpoints list and what their models do not support. */
export const createEndpointModels = (accessTo: (endpoint: ModelEndpoint) => EndpointAccess) => {
  const answers = new Map<string, { until: number; answer: Promise<EndpointModels> }>()
  const quirks = new Map<string, Quirks>()

  const keyOf = (endpoint: ModelEndpoint): string => JSON.stringify(endpoint)

  const ask = async (endpoint: ModelEndpoint): Promise<EndpointModels> => {
    const named = endpoint.models.map((name) => namedModel({ endpoint }, name))
    const started = performance.now()
    try {
      const listed = await DISCOVER[endpoint.protocol](accessTo(endpoint))
      const ids = new Set(listed.map(({ id }) => id))
      const latencyMs = Math.round(performance.now() - started)
      return { models: [...listed, ...named.filter(({ id }) => !ids.has(id))], problem: null, latencyMs }
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown : new Error(String(thrown))
      return { models: named, problem, latencyMs: null }
    }
  }

  return {
    /**
     * Never throws: the reason why an endpoint does not answer is in the result. `fresh`: skips the cache.
     */
    of: async (endpoint: ModelEndpoint, { fresh = false } = {}): Promise<EndpointModels> => {
      const known = answers.get(keyOf(endpoint))
      if (!fresh && known !== undefined && known.until > Date.now()) return known.answer
      const answer = ask(endpoint)
      const entry = { until: Date.now() + KEEP_MS, answer }
      answers.set(keyOf(endpoint), entry)
      if ((await answer).problem !== null) entry.until = Date.now() + KEEP_FAILURE_MS
      return answer
    },
    quirksOf: (model: string): Quirks => {
      const known = quirks.get(model) ?? { noTools: false, noUsage: false, noFormat: false }
      quirks.set(model, known)
      return known
    },
    forget: (): void => {
      answers.clear()
      quirks.clear()
    },
  }
}
