import type { Embedder } from '../../../models/types.ts'
import type { Meaning } from '../search/search.ts'
import type { IndexStore } from '../core/types.ts'
import { createVectorIndex, type VectorIndex } from './vector-index.ts'

const LOADED_AT_ONCE = 2048

/** Search by meaning: the store's vectors in memory, loaded incrementally, and a model for the query. */
export const createMeaning = (deps: {
  readonly store: Pick<IndexStore, 'vectors'>
  readonly embedder: Pick<Embedder, 'id' | 'embed'>
}): Meaning => {
  const { store, embedder } = deps
  let index: VectorIndex | null = null
  let last = 0
  let loading: Promise<void> = Promise.resolve()

  const load = async (dimensions: number): Promise<void> => {
    index ??= createVectorIndex(dimensions)
    for (;;) {
      const rows = await store.vectors(embedder.id, last, LOADED_AT_ONCE)
      for (const { id, vector } of rows) if (vector.length === dimensions) index.add(id, vector)
      last = rows.at(-1)?.id ?? last
      if (rows.length < LOADED_AT_ONCE) return
    }
  }

  return {
    near: async (query, limit) => {
      const [vector] = await embedder.embed([query])
      if (vector === undefined) return new Map()
      // One after the other, so that nothing is added twice. The earlier caller got its own error.
      loading = loading.catch(() => undefined).then(() => load(vector.length))
      await loading
      return new Map((index?.nearest(vector, limit) ?? []).map(({ id, score }) => [id, score]))
    },
  }
}
