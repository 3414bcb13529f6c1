import { z } from 'zod'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { readLenient } from '../../platform/lenient.ts'
import type { LoadedModel } from '../../contract/models.ts'
import { openOllama } from './client.ts'
import { explainOllama } from './errors.ts'

const bytes = z.number().nonnegative().transform(Math.round).nullish()
const loadedSchema = z.object({
  models: z
    .array(z.object({ name: z.string(), size: bytes, size_vram: bytes, expires_at: z.string().nullish() }))
    .nullish(),
})
const versionSchema = z.object({ version: z.string().max(80).nullish() })

const QUICK_MS = 1_500
const SLOW_MS = 30_000

/**
 * What an Ollama server can do besides answering. Errors: those of `explainOllama` and of the network guard.
 */
export const createOllamaServer = (deps: { readonly guard: NetworkGuard }) => {
  const open = (url: string, timeoutMs: number) => openOllama({ guard: deps.guard, url, timeoutMs })

  const explained = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      throw explainOllama(thrown, { id: `ollama:${name}`, name })
    }
  }

  return {
    /** Its version and the models in its memory. */
    look: async (url: string): Promise<{ version: string | null; loaded: LoadedModel[] }> => {
      const client = await open(url, QUICK_MS)
      const [told, memory] = await Promise.all([client.version(), client.ps()])
      const version = readLenient(versionSchema, told)
      const loaded = readLenient(loadedSchema, memory)
      return {
        version: version.ok ? (version.value.version ?? null) : null,
        loaded: loaded.ok ? (loaded.value.models ?? []).map(toLoaded) : [],
      }
    },

    /** Deletes a model from its disk. */
    remove: (url: string, name: string): Promise<void> =>
      explained(name, async () => {
        await (await open(url, SLOW_MS)).delete({ model: name })
      }),

    /** Unloads a model from its memory, by an empty request with a keep-alive of zero. */
    unload: (url: string, name: string): Promise<void> =>
      explained(name, async () => {
        await (await open(url, SLOW_MS)).generate({ model: name, prompt: '', keep_alive: 0, stream: false })
      }),
  }
}

/** Returns `qwen3:8b` for `ollama:qwen3:8b`. Errors: `model_not_of_ollama`. */
export const ollamaNameOf = (id: string): string => {
  if (!id.startsWith('ollama:')) throw new SatchelError('model_not_of_ollama', { params: { model: id } })
  return id.slice('ollama:'.length)
}

const toLoaded = (model: NonNullable<z.infer<typeof loadedSchema>['models']>[number]): LoadedModel => {
  const until = Date.parse(model.expires_at ?? '')
  // A time far in the future means "until unloaded".
  const known = Number.isFinite(until) && until < Date.UTC(2200, 0)
  return {
    id: `ollama:${model.name}`,
    name: model.name,
    sizeBytes: model.size ?? null,
    vramBytes: model.size_vram ?? null,
    until: known ? new Date(until).toISOString() : null,
  }
}
