import { z } from 'zod'
import { isRecord } from '../../platform/is-record.ts'
import { readLenient } from '../../platform/lenient.ts'
import type { NetworkGuard } from '../../network/index.ts'
import type { ModelInfo } from '../../contract/models.ts'
import { staysHere } from '../core/places.ts'
import { parametersOf } from '../core/parameters.ts'
import { openOllama } from './client.ts'

/** An entry of the list; null = there is no model. */
const entrySchema = z.object({
  name: z.string().min(1),
  size: z.number().nonnegative().transform(Math.round).nullish(),
  digest: z.string().nullish(),
})
const listSchema = z.object({ models: z.array(z.unknown()).nullable() })

const showSchema = z.object({
  capabilities: z.array(z.string()).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

export interface OllamaDiscovery {
  /**
   * The models of the server at `url`, newest first: those that chat, and those that embed. Answers are
   * cached for a few seconds.
   * Errors: those of the network guard, and plain errors if the server does not answer like Ollama.
   */
  models(url: string): Promise<readonly ModelInfo[]>
  /** Drops the cache. */
  forget(): void
}

/** Lists the models of an Ollama server: `/api/tags`, and once per model digest `/api/show`. */
export const createOllamaDiscovery = (deps: { guard: NetworkGuard }): OllamaDiscovery => {
  const TIMEOUT_MS = 1_500
  const KEEP_MS = 4_000

  const answers = new Map<string, { until: number; models: Promise<readonly ModelInfo[]> }>()
  const shown = new Map<string, Promise<z.infer<typeof showSchema>>>()

  const ask = async (url: string): Promise<readonly ModelInfo[]> => {
    const client = await openOllama({ guard: deps.guard, url, timeoutMs: TIMEOUT_MS })
    const { models } = listSchema.parse(await client.list())
    const entries = (models ?? []).flatMap((entry) => {
      const read = readLenient(entrySchema, withName(entry))
      return read.ok ? [read.value] : []
    })
    const infos = await Promise.allSettled(
      entries.map(async ({ name, size, digest }) => {
        const key = `${url} ${name} ${digest ?? ''}`
        const details = shown.get(key) ?? client.show({ model: name }).then(showing)
        shown.set(key, details)
        details.catch(() => shown.delete(key)) // Request it again next time; the caller below gets the failure.
        return toModelInfo({ name, sizeBytes: size ?? null, leavesMachine: !staysHere(url) }, await details)
      }),
    )
    // A model that cannot be shown does not take away the others.
    const failed = infos.find((info) => info.status === 'rejected')
    const found = infos.flatMap((info) => (info.status === 'fulfilled' ? [info.value] : []))
    if (found.length === 0 && failed !== undefined) throw failed.reason
    return found.filter((info) => info !== null)
  }

  return {
    models: (url) => {
      const known = answers.get(url)
      if (known !== undefined && known.until > Date.now()) return known.models
      const models = ask(url)
      answers.clear()
      answers.set(url, { until: Date.now() + KEEP_MS, models })
      return models
    },
    forget: () => {
      answers.clear()
    },
  }
}

/** Some servers give a model's name as `model` alone. */
const withName = (entry: unknown): unknown =>
  isRecord(entry) && typeof entry['name'] !== 'string' ? { ...entry, name: entry['model'] } : entry

/** A server's information about a model, as far as it is readable. */
const showing = (answer: unknown): z.infer<typeof showSchema> => {
  const read = readLenient(showSchema, answer)
  return read.ok ? read.value : {}
}

/** Null for models that neither chat nor embed. */
const toModelInfo = (
  { name, ...known }: Pick<ModelInfo, 'name' | 'sizeBytes' | 'leavesMachine'>,
  { capabilities: able, model_info: info }: z.infer<typeof showSchema>,
): ModelInfo | null => {
  const capabilities = able ?? []
  const chats = capabilities.length === 0 || capabilities.includes('completion')
  const embedding = !chats && capabilities.includes('embedding')
  if (!chats && !embedding) return null
  const parameters = parametersOf(info?.['general.parameter_count'], name)
  const length = Object.entries(info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1]
  return {
    id: `ollama:${name}`,
    name,
    provider: 'ollama',
    contextWindow: typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : null,
    tools: capabilities.includes('tools'),
    vision: capabilities.includes('vision'),
    thinking: capabilities.includes('thinking'),
    embedding,
    ...(capabilities.includes('audio') && { audio: true }),
    ...(parameters !== undefined && { parameters }),
    ...known,
  }
}
