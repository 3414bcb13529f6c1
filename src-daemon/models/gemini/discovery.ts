import { z } from 'zod'
import { readLenient } from '../../platform/lenient.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { EndpointAccess } from '../endpoint/access.ts'
import { explainEndpoint } from '../endpoint/errors.ts'
import { namedModel, providerOf, windowWithin } from '../endpoint/named-model.ts'
import { openGemini } from './client.ts'

const TIMEOUT_MS = 10_000
const MAX_MODELS = 1_000

const entrySchema = z.object({
  /** `models/gemini-2.5-flash` */
  name: z.string().min(1),
  inputTokenLimit: z.number().int().positive().nullish(),
  supportedActions: z.array(z.string()).nullish(),
})

/** The models that the endpoint lists and that chat or embed. Errors: those of `explainEndpoint`. */
export const discoverGemini = async (access: EndpointAccess): Promise<readonly ModelInfo[]> => {
  const { endpoint } = access
  const requested = { id: providerOf(endpoint), model: endpoint.name, server: endpoint.name }
  const models: ModelInfo[] = []
  try {
    const client = await openGemini(access, { timeoutMs: TIMEOUT_MS })
    for await (const listed of await client.models.list({ config: { pageSize: MAX_MODELS } })) {
      const read = readLenient(entrySchema, listed)
      if (read.ok) models.push(...modelOf(access, read.value))
      if (models.length >= MAX_MODELS) break
    }
  } catch (thrown) {
    throw explainEndpoint(thrown, requested)
  }
  return models
}

const modelOf = (
  access: EndpointAccess,
  { name, inputTokenLimit, supportedActions }: z.infer<typeof entrySchema>,
): ModelInfo[] => {
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
