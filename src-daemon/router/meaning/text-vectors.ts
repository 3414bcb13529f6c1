import { setImmediate as breathe } from 'node:timers/promises'
import type { TextEmbedder } from './types.ts'
import type { VectorStore } from './vectors.ts'

/** Texts whose vectors are saved together, so that little is lost if the daemon ends meanwhile. */
const BATCH = 64

/** The vectors of texts: the stored ones, and the others from the model; null if `signal` fires. */
export const vectorsOf = async (input: {
  readonly store: VectorStore
  readonly model: TextEmbedder
  readonly texts: readonly string[]
  readonly signal: AbortSignal
}): Promise<ReadonlyMap<string, Float32Array> | null> => {
  const { store, model, texts, signal } = input
  const kept = new Map<string, Float32Array>()
  const distinct = [...new Set(texts)]
  for (let at = 0; at < distinct.length; at += BATCH) {
    for (const [text, vector] of store.find(model.id, distinct.slice(at, at + BATCH))) kept.set(text, vector)
    await breathe()
    if (signal.aborted) return null
  }
  const missing = distinct.filter((text) => !kept.has(text))
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH)
    const vectors = await model.embed(batch, { signal: signal })
    if (signal.aborted) return null
    const fresh = new Map(batch.flatMap((text, index) => pair(text, vectors[index])))
    store.add(model.id, fresh)
    for (const [text, vector] of fresh) kept.set(text, vector)
  }
  const lengths = new Set([...kept.values()].map(({ length }) => length))
  if (lengths.size <= 1) return kept
  // Another model uses this name now: the old vectors are of no use.
  store.clear()
  if (missing.length === distinct.length) throw new Error('vectors of one model have several lengths')
  return vectorsOf(input)
}

const pair = (text: string, vector: Float32Array | undefined): [string, Float32Array][] =>
  vector === undefined ? [] : [[text, vector]]
