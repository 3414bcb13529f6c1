import { z } from 'zod'
import { staysHere } from '../core/places.ts'
import type { ModelInfo } from '../../contract/models.ts'
import { openOpenAi, type EndpointAccess } from './client.ts'
import { explainOpenAi } from './errors.ts'

const count = z.int().positive().nullish().catch(null)
const words = z.array(z.string()).nullish().catch(null)

/**
 * An entry of `/models`. The protocol defines only the id; servers add the rest, each under names of its own.
 */
const entrySchema = z.object({
  id: z.string().min(1),
  /** OpenRouter, Together. */
  context_length: count,
  /** vLLM. */
  max_model_len: count,
  /** Groq. */
  context_window: count,
  /** Mistral, LM Studio. */
  max_context_length: count,
  /** llama.cpp. */
  meta: z.object({ n_ctx: count, n_ctx_train: count }).nullish().catch(null),
  /** LM Studio: `llm`, `vlm`, `embeddings`; Together: `chat`, `embedding`, and others that do not chat. */
  type: z.string().nullish().catch(null),
  /** Mistral. */
  capabilities: z
    .object({
      completion_chat: z.boolean().optional(),
      function_calling: z.boolean().optional(),
      vision: z.boolean().optional(),
      audio: z.boolean().optional(),
    })
    .nullish()
    .catch(null),
  /** OpenRouter. */
  supported_parameters: words,
  architecture: z.object({ input_modalities: words }).nullish().catch(null),
})
type Entry = z.infer<typeof entrySchema>

const LOCAL_MS = 2_000
const REMOTE_MS = 10_000
const MAX_MODELS = 2_000

/** The id of a model of an endpoint. */
export const endpointModelId = (endpoint: string, model: string): string => `openai:${endpoint}:${model}`

/**
 * The models an endpoint lists. Errors: those of `explainOpenAi`; a plain one if it does not answer like such
 * a server.
 */
export const discoverEndpoint = async (access: EndpointAccess): Promise<readonly ModelInfo[]> => {
  const { endpoint } = access
  const timeoutMs = staysHere(endpoint.baseUrl) ? LOCAL_MS : REMOTE_MS
  const client = await openOpenAi(access, { timeoutMs })
  const requested = { id: `openai:${endpoint.id}`, model: endpoint.name, server: endpoint.name }
  const listed = await client.get('/models', {}).catch((thrown: unknown) => {
    throw explainOpenAi(thrown, requested)
  })
  // Together answers with the bare list.
  const { data } = z
    .union([
      z.object({ data: z.array(z.unknown()) }),
      z.array(z.unknown()).transform((all) => ({ data: all })),
    ])
    .parse(listed)
  return data.slice(0, MAX_MODELS).flatMap((entry) => {
    const { data: known } = entrySchema.safeParse(entry)
    return known === undefined ? [] : modelOf(access, known)
  })
}

/** A model the user named, or one whose server's list is unavailable. */
export const namedModel = ({ endpoint }: Pick<EndpointAccess, 'endpoint'>, name: string): ModelInfo => ({
  id: endpointModelId(endpoint.id, name),
  name,
  provider: `openai:${endpoint.id}`,
  contextWindow: endpoint.contextWindow,
  tools: endpoint.tools !== 'described',
  vision: endpoint.vision,
  thinking: false,
  embedding: /embed/i.test(name),
  leavesMachine: !staysHere(endpoint.baseUrl),
  sizeBytes: null,
})

const modelOf = (access: EndpointAccess, entry: Entry): ModelInfo[] => {
  const base = namedModel(access, entry.id)
  const embedding =
    entry.type === null || entry.type === undefined ? base.embedding : /^embedding/.test(entry.type)
  const chats =
    entry.capabilities?.completion_chat !== false &&
    !/^(image|audio|moderation|rerank|transcri|video)/.test(entry.type ?? '')
  if (!chats && !embedding) return []
  const { endpoint } = access
  const hears = entry.capabilities?.audio ?? entry.architecture?.input_modalities?.includes('audio')
  const toolsKnown = entry.capabilities?.function_calling ?? entry.supported_parameters?.includes('tools')
  return [
    {
      ...base,
      embedding,
      contextWindow:
        entry.context_length ??
        entry.max_model_len ??
        entry.context_window ??
        entry.max_context_length ??
        entry.meta?.n_ctx ??
        entry.meta?.n_ctx_train ??
        endpoint.contextWindow,
      tools: endpoint.tools === 'auto' ? (toolsKnown ?? true) : endpoint.tools === 'native',
      vision:
        entry.capabilities?.vision ??
        entry.architecture?.input_modalities?.includes('image') ??
        (entry.type === 'vlm' || endpoint.vision),
      thinking: entry.supported_parameters?.includes('reasoning') ?? false,
      ...(hears !== undefined && { audio: hears }),
    },
  ]
}
