import { z } from 'zod'
import { readLenient } from '../../platform/lenient.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { EndpointAccess } from '../endpoint/access.ts'
import { explainEndpoint } from '../endpoint/errors.ts'
import { namedModel, providerOf, windowWithin } from '../endpoint/named-model.ts'
import { openGemini } from './client.ts'

const TIMEOUT_MS = 10_000
const MAX_MODELS = 1_000
/** A list may have as many pages as it likes. */
const MAX_PAGES = 10

const entrySchema = z.object({
  /** `models/gemini-2.5-flash` */
  name: z.string().min(1),
  inputTokenLimit: z.number().int().positive().nullish(),
  supportedActions: z.array(z.string()).nullish(),
})

/** The models that the endpoint lists and that chat or embed. Errors: those of `explainEndpoint`. */
export const discoverGemini = async (access: EndpointAccess): Promise<readonly ModelInfo[]> => {
  const { endpoint } = access
  const models: ModelInfo[] = []
  try {
    const client = await openGemini(access, { timeoutMs: TIMEOUT_MS })
    const listed = await client.models.list({ config: { pageSize: MAX_MODELS } })
    for (
      let page: readonly unknown[] = listed.page, pages = 1;
      ;
      page = await listed.nextPage(), pages += 1
    ) {
      models.push(...page.flatMap((entry) => modelOf(access, entry)))
      if (models.length >= MAX_MODELS || pages >= MAX_PAGES || !listed.hasNextPage()) break
    }
  } catch (thrown) {
    throw await explainEndpoint(thrown, access, { id: providerOf(endpoint), model: endpoint.name })
  }
  return models.slice(0, MAX_MODELS)
}

const modelOf = (access: EndpointAccess, listed: unknown): ModelInfo[] => {
  const read = readLenient(entrySchema, listed)
  if (!read.ok) return []
  const { name, inputTokenLimit, supportedActions } = read.value
  const base = namedModel(access, name.replace(/^models\//, ''))
  const actions = supportedActions ?? ['generateContent']
  const chats = actions.includes('generateContent')
  const embedding = !chats && actions.some((action) => /embed/i.test(action))
  // Those that only make pictures, speech or films chat in name alone.
  if ((!chats && !embedding) || /-(?:tts|image|live|native-audio)\b/.test(base.name)) return []
  const own = /^gemini-/.test(base.name) && chats
  return [
    {
      ...base,
      embedding,
      contextWindow: windowWithin(inputTokenLimit ?? null, access.endpoint.contextWindow),
      vision: own || base.vision,
      ...(own && { audio: true }),
    },
  ]
}
