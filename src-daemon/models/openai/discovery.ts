import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient } from '../../platform/lenient.ts'
import { staysHere } from '../core/places.ts'
import type { ModelInfo } from '../../contract/models.ts'
import type { EndpointAccess } from '../endpoint/access.ts'
import { openOpenAi } from './client.ts'
import { explainEndpoint } from '../endpoint/errors.ts'
import { withOwnWords } from './own-words.ts'
import { namedModel, providerOf, windowWithin, withParameters } from '../endpoint/named-model.ts'
import { windowIn } from './window.ts'

const words = z.array(z.string()).nullish()

/** LM Studio lists what a model can do: `["tool_use"]`. */
function asSwitches(given: unknown): unknown {
  if (!Array.isArray(given)) return given
  return Object.fromEntries(
    given.map((name) => [name === 'tool_use' ? 'function_calling' : String(name), true]),
  )
}

/**
 * An entry of `/models`. The protocol defines only the id; servers add the rest under their own names.
 */
const entrySchema = z.object({
  id: z.string().min(1),
  /** LM Studio: `llm`, `vlm`, `embeddings`; Together: `chat`, `embedding`, and others that do not chat. */
  type: z.string().nullish(),
  /** Mistral; Azure says `chat_completion`. */
  capabilities: z
    .preprocess(
      asSwitches,
      z.object({
        completion_chat: z.boolean().nullish(),
        chat_completion: z.boolean().nullish(),
        embeddings: z.boolean().nullish(),
        function_calling: z.boolean().nullish(),
        vision: z.boolean().nullish(),
        audio: z.boolean().nullish(),
      }),
    )
    .nullish(),
  /** OpenRouter, llama.cpp. */
  supported_parameters: words,
  architecture: z.object({ input_modalities: words }).nullish(),
  /** llama.cpp. */
  meta: z.object({ n_params: z.number().nullish() }).nullish(),
})
type Entry = z.infer<typeof entrySchema>

const LOCAL_MS = 2_000
const REMOTE_MS = 10_000
const MAX_MODELS = 2_000

/**
 * The models an endpoint lists. Errors: those of `explainEndpoint`; a plain one if it does not answer like such
 * a server.
 */
export const discoverOpenAi = async (
  access: EndpointAccess,
  timeoutMs: number = staysHere(access.endpoint.baseUrl) ? LOCAL_MS : REMOTE_MS,
): Promise<readonly ModelInfo[]> => {
  const { endpoint } = access
  const client = await openOpenAi(access, { timeoutMs })
  const listed = await client.get('/models', {}).catch(async (thrown: unknown) => {
    throw await explainEndpoint(thrown, access, { id: providerOf(endpoint), model: endpoint.name })
  })
  const { origin } = new URL(endpoint.baseUrl)
  const entries = await withOwnWords(entriesIn(listed).slice(0, MAX_MODELS), (path) =>
    client.get(`${origin}${path}`, {}),
  )
  const models = entries.flatMap((entry) => {
    const read = readLenient(entrySchema, entry)
    return read.ok ? modelOf(access, read.value, windowIn(entry)) : []
  })
  // Mistral lists a model once for each of its names.
  return [...new Map(models.map((model) => [model.id, model])).values()]
}

/** The entries of a list: below `data`, below `models`, or bare as Together's. A name alone is an entry, too. */
const entriesIn = (listed: unknown): readonly unknown[] => {
  const list = isRecord(listed) ? (listed['data'] ?? listed['models'] ?? noList(listed)) : listed
  return z
    .array(z.unknown())
    .parse(list)
    .map((entry) => (typeof entry === 'string' ? { id: entry } : entry))
}

/** A server without models may write null for an empty list. */
const noList = (listed: Readonly<Record<string, unknown>>): readonly unknown[] | undefined =>
  listed['data'] === null || listed['models'] === null ? [] : undefined

/** `window`: what the server says of it. The user may allow less. */
const modelOf = (access: EndpointAccess, entry: Entry, window: number | null): ModelInfo[] => {
  const base = namedModel(access, entry.id)
  const type = entry.type ?? ''
  const isNamed = base.embedding || entry.capabilities?.embeddings === true
  // Mistral's `base` doesn't say.
  const embedding = /^embedding/.test(type) || (isNamed && !/^(?:chat|llm|vlm|language)/.test(type))
  const { completion_chat: chat, chat_completion: azureChat } = entry.capabilities ?? {}
  const chats = (chat ?? azureChat) !== false && !/^(image|audio|moderation|rerank|transcri|video)/.test(type)
  if (!chats && !embedding) return []
  const { endpoint } = access
  const { contextWindow: limit } = endpoint
  const hears = entry.capabilities?.audio ?? entry.architecture?.input_modalities?.includes('audio')
  const toolsKnown = entry.capabilities?.function_calling ?? entry.supported_parameters?.includes('tools')
  return [
    {
      ...base,
      embedding,
      contextWindow: windowWithin(window, limit),
      tools: endpoint.tools === 'auto' ? (toolsKnown ?? true) : endpoint.tools === 'native',
      vision:
        entry.capabilities?.vision ??
        entry.architecture?.input_modalities?.includes('image') ??
        (type === 'vlm' || endpoint.vision),
      thinking: entry.supported_parameters?.includes('reasoning') ?? false,
      ...(hears !== undefined && { audio: hears }),
      ...withParameters(entry.meta?.n_params, entry.id),
    },
  ]
}
