import { z } from 'zod'
import type { NetworkGuard } from '../network/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { explainOllama } from './ollama/errors.ts'
import { openOllama } from './ollama/client.ts'
import type { EndpointAccess } from './endpoint/access.ts'
import { explainEndpoint } from './endpoint/errors.ts'
import { openGemini } from './gemini/client.ts'
import { openOpenAi } from './openai/client.ts'
import type { Embedder } from './core/types.ts'
import type { InsideModels } from './inside/index.ts'
import type { ModelInfo } from '../contract/models.ts'

/** How many texts go into one request. */
const BATCH = 64
const TIMEOUT_MS = 60_000

const vectorsSchema = z.array(z.array(z.number()).min(1))

/** An embedding model of an Ollama server. */
export const createOllamaEmbedder = (deps: {
  readonly guard: NetworkGuard
  readonly url: string
  readonly info: ModelInfo
  readonly keepAliveMinutes: number | null
}): Embedder =>
  embedder(deps.info.id, async (texts, signal) => {
    const { guard, url, info, keepAliveMinutes } = deps
    try {
      const client = await openOllama({ guard, url, signal, timeoutMs: TIMEOUT_MS })
      const { embeddings } = await client.embed({
        model: info.name,
        input: [...texts],
        truncate: true,
        ...(keepAliveMinutes === null ? {} : { keep_alive: keepAliveMinutes * 60 }),
      })
      return vectorsSchema.parse(embeddings)
    } catch (thrown) {
      throw explainOllama(thrown, info)
    }
  })

/** An embedding model inside Satchel. */
export const createInsideEmbedder = (inside: Pick<InsideModels, 'embed'>, info: ModelInfo): Embedder =>
  embedder(info.id, async (texts) => vectorsSchema.parse(await inside.embed(info, texts)))

/** An embedding model of an OpenAI-compatible endpoint. */
export const createOpenAiEmbedder = (access: EndpointAccess, info: ModelInfo): Embedder =>
  embedder(info.id, async (texts, signal) => {
    try {
      const client = await openOpenAi(access, { timeoutMs: TIMEOUT_MS })
      const { data } = await client.embeddings.create(
        { model: info.name, input: [...texts], encoding_format: 'float' },
        signal === undefined ? {} : { signal },
      )
      return vectorsSchema.parse(data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding))
    } catch (thrown) {
      throw await explainEndpoint(thrown, access, { id: info.id, model: info.name })
    }
  })

/** An embedding model of Gemini. */
const createGeminiEmbedder = (access: EndpointAccess, info: ModelInfo): Embedder =>
  embedder(info.id, async (texts, signal) => {
    try {
      const client = await openGemini(access, { timeoutMs: TIMEOUT_MS })
      const { embeddings } = await client.models.embedContent({
        model: info.name,
        contents: [...texts],
        ...(signal === undefined ? {} : { config: { abortSignal: signal } }),
      })
      return vectorsSchema.parse((embeddings ?? []).map(({ values }) => values))
    } catch (thrown) {
      throw await explainEndpoint(thrown, access, { id: info.id, model: info.name })
    }
  })

/** An embedding model of an endpoint; null if its protocol has none. */
export const createEndpointEmbedder = (access: EndpointAccess, info: ModelInfo): Embedder | null => {
  switch (access.endpoint.protocol) {
    case 'openai':
      return createOpenAiEmbedder(access, info)
    case 'gemini':
      return createGeminiEmbedder(access, info)
    case 'anthropic':
      return null
  }
}

const embedder = (
  id: string,
  ask: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<readonly (readonly number[])[]>,
): Embedder => ({
  id,
  embed: async (texts, { signal } = {}) => {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += BATCH) {
      signal?.throwIfAborted()
      const batch = texts.slice(at, at + BATCH)
      const answer = await ask(batch, signal).catch((thrown: unknown) => {
        signal?.throwIfAborted()
        throw thrown
      })
      if (answer.length !== batch.length)
        throw new SatchelError('model_failed', {
          params: { model: id },
          details: {
            model: id,
            problem: `${String(answer.length)} vectors for ${String(batch.length)} texts`,
          },
        })
      vectors.push(...answer.map(ofLengthOne))
    }
    return vectors
  },
})

const ofLengthOne = (numbers: readonly number[]): Float32Array => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => (length === 0 ? 0 : number / length))
}
