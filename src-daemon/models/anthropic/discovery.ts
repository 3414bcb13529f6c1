import { z } from 'zod'
import { readLenient } from '../../platform/lenient.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { EndpointAccess } from '../endpoint/access.ts'
import { explainEndpoint } from '../endpoint/errors.ts'
import { namedModel, providerOf, windowWithin } from '../endpoint/named-model.ts'
import { openAnthropic } from './client.ts'

const TIMEOUT_MS = 10_000
const MAX_MODELS = 1_000
/** A list may have as many pages as it likes. */
const MAX_PAGES = 10

const supported = z.object({ supported: z.boolean().nullish() }).nullish()
const entrySchema = z.object({
  id: z.string().min(1),
  max_input_tokens: z.number().int().positive().nullish(),
  lifecycle: z.string().nullish(),
  capabilities: z.object({ image_input: supported, thinking: supported }).nullish(),
})

/** The window of models whose server doesn't say: that of all of Anthropic's since version 2.1. */
const WINDOW = 200_000

/** The models that the endpoint lists, without retired ones. Errors: those of `explainEndpoint`. */
export const discoverAnthropic = async (access: EndpointAccess): Promise<readonly ModelInfo[]> => {
  const { endpoint } = access
  const models: ModelInfo[] = []
  try {
    const client = await openAnthropic(access, { timeoutMs: TIMEOUT_MS })
    let pages = 0
    for await (const page of (await client.models.list({ limit: MAX_MODELS })).iterPages()) {
      models.push(...page.data.flatMap((listed) => modelOf(access, listed)))
      pages += 1
      if (models.length >= MAX_MODELS || pages >= MAX_PAGES) break
    }
  } catch (thrown) {
    throw await explainEndpoint(thrown, access, { id: providerOf(endpoint), model: endpoint.name })
  }
  return models.slice(0, MAX_MODELS)
}

const modelOf = (access: EndpointAccess, listed: unknown): ModelInfo[] => {
  const read = readLenient(entrySchema, listed)
  if (!read.ok || read.value.lifecycle === 'retired') return []
  const { id, max_input_tokens: window, capabilities } = read.value
  return [
    {
      ...namedModel(access, id),
      contextWindow: windowWithin(window ?? WINDOW, access.endpoint.contextWindow),
      vision: capabilities?.image_input?.supported ?? true,
    },
  ]
}
