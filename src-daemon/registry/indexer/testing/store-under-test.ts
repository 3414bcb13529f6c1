import { afterEach, beforeEach } from 'vitest'
import { searchIndex, type SearchInput } from '../search/search.ts'
import type { IndexStore, WritableIndex } from '../core/types.ts'
import { pageOf, publishedOf, verifiedOf, type Sample } from './events.ts'

/** An empty index, and its cleanup. `reopen` opens the same one again, as another process would. */
export interface StoreUnderTest {
  readonly store: WritableIndex
  reopen(): Promise<WritableIndex>
  remove(): Promise<void>
}

/** Opens an empty index before each test and removes it after. */
export const useStore = (open: () => Promise<StoreUnderTest>) => {
  let made: StoreUnderTest | undefined
  beforeEach(async () => {
    made = await open()
  })
  afterEach(() => made?.remove())
  const now = (): StoreUnderTest => {
    if (made === undefined) throw new Error('no store is open')
    return made
  }
  return {
    store: (): WritableIndex => now().store,
    reopen: () => now().reopen(),
    /** Publishes each sample in a block of its own and marks it as valid. */
    publish: async (samples: readonly Sample[], from = 1): Promise<void> => {
      const { store } = now()
      await store.append(
        pageOf(
          from,
          from + samples.length - 1,
          samples.map((sample, at) => publishedOf(sample, from + at)),
        ),
      )
      await store.settle(samples.map((sample, at) => verifiedOf(sample, from + at)))
    },
  }
}

/** The names of the results. */
export const search = async (
  store: IndexStore,
  query: string,
  more: Partial<SearchInput> = {},
): Promise<string[]> => {
  const input = { query, filters: {}, limit: 10, cursor: null, facets: false, ...more }
  const { results } = await searchIndex({ store, meaning: null }, input)
  return results.map(({ version }) => version.capUri.replace('did:nuwa:cap:', ''))
}
