/** The same messages with a real embedding model beside the classifier, as the app combines them; the reference is the classifier alone. */
import { createNetworkGuard } from '../../src-daemon/network/index.ts'
import { openEmbedding, type EmbeddingSettings } from '../../src-daemon/models/index.ts'
import type { Classifier, ClassifierCapability, Likeness } from '../../src-daemon/router/index.ts'
import { createClassifier } from '../../src-daemon/router/index.ts'
import { THRESHOLD } from '../../src-daemon/router/meaning/calibration.ts'
import { NEUTRAL } from '../../src-daemon/router/meaning/neutral.ts'
import { createSpace, type Space } from '../../src-daemon/router/meaning/space.ts'
import { onScale, scoreOf } from '../../src-daemon/router/scoring.ts'
import { fetchE5, serveE5, E5 } from '../../src-daemon/testing/real-model/embedding-server.ts'

/** The vectors of texts, each computed once. */
export interface Vectors {
  readonly of: (texts: readonly string[]) => Promise<readonly Float32Array[]>
  readonly close: () => Promise<void>
}

/** multilingual-e5-small, asked as the daemon asks an OpenAI-compatible server; null, with a word to the person, where it can't be had. */
export const openVectors = async (): Promise<Vectors | null> => {
  const e5 = fetchE5()
  if ('missing' in e5) {
    process.stderr.write(`no rows with an embedding model: ${e5.missing}\n`)
    return null
  }
  const server = await serveE5(e5.folder)
  const guard = createNetworkGuard()
  const endpoint: EmbeddingSettings['modelEndpoints'][number] = {
    ...{ id: 'e5', name: E5, protocol: 'openai', baseUrl: server.url, contextWindow: null },
    ...{ tools: 'auto', vision: false, models: [] },
  }
  const settings = {
    ...{ embeddingModel: `openai:e5:${E5}`, ollamaUrl: 'http://127.0.0.1:9', keepAliveMinutes: null },
    modelEndpoints: [endpoint],
  }
  const embedder = await openEmbedding({ settings, guard, key: null })()
  const known = new Map<string, Float32Array>()
  return {
    of: async (texts) => {
      const missing = [...new Set(texts)].filter((text) => !known.has(text))
      const vectors = (await embedder?.embed(missing)) ?? []
      missing.forEach((text, at) => known.set(text, vectors[at] ?? new Float32Array()))
      return texts.map((text) => known.get(text) ?? new Float32Array())
    },
    close: async () => {
      await server.stop()
      await guard.close()
    },
  }
}

/** What the app does with both, as a classifier. */
export const createBoth = async (
  capabilities: readonly ClassifierCapability[],
  queries: readonly string[],
  vectors: Vectors,
): Promise<Classifier> => {
  const words = createClassifier()
  const described = capabilities.map(({ name, description, examples }) => ({
    name,
    texts: [description, ...examples].filter((text) => text !== ''),
  }))
  // All at once: its server answers one request at a time, and a hundred that wait for it would run into their limit.
  await vectors.of([...described.flatMap(({ texts }) => texts), ...queries])
  const meant = await Promise.all(
    described.map(async ({ name, texts }) => ({ name, texts, vectors: await vectors.of(texts) })),
  )
  const space = await createSpace(
    meant,
    await Promise.all(Object.values(NEUTRAL).map((texts) => vectors.of(texts))),
  )
  const said = await vectors.of(queries)
  const vectorOf = new Map(queries.map((text, at) => [text, said[at]]))
  return {
    ...words,
    threshold: THRESHOLD,
    score: (text) => combined(words, space, { text, vector: vectorOf.get(text) ?? new Float32Array() }),
  }
}

const combined = (
  words: Classifier,
  space: Space,
  { text, vector }: { readonly text: string; readonly vector: Float32Array },
): Likeness[] => {
  const byWords = scaled(words.score(text), words.threshold)
  const byMeaning = scaled(space.likeness(vector), THRESHOLD)
  const asked = { words: byWords.size > 0, embedding: true }
  return [...new Set([...byWords.keys(), ...byMeaning.keys()])]
    .map((name) => {
      const evidence = {
        triggers: [],
        said: null,
        words: byWords.get(name) ?? null,
        embedding: byMeaning.get(name) ?? null,
      }
      return { name, matched: '', score: scoreOf(evidence, asked) }
    })
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
}

const scaled = (found: readonly Likeness[], threshold: number): ReadonlyMap<string, Likeness> =>
  new Map(found.map((one) => [one.name, { ...one, score: onScale(one.score, threshold) }]))
