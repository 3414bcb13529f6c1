import { watchDebounced } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type {
  Facts,
  MarketCard,
  MarketFilters,
  MarketResults,
} from '../../src-daemon/contract/marketplace.ts'
import type { CollectionSummary } from '../../src-daemon/contract/trust.ts'
import { language } from '../i18n/index.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** The sort orders of the marketplace. */
export type MarketSort = 'relevance' | 'name' | 'newest' | 'votes'
export type FilterKey = keyof MarketFilters

/** Milliseconds after the last key press until the search starts. */
const STILL_MS = 160
const PAGE = 24
/** How many are looked through for the shelves. */
const ON_SHELVES = 60
/** As many authors as one search takes. */
const MOST_AUTHORS = 16
/** The most files one `look` may request. */
const GLANCES = 30

/**
 * The search of the marketplace; it stays while other pages are open. A search overtaken by a later one is cancelled,
 * and results stay on screen until the next answer arrives.
 */
export const useMarketplace = defineStore('marketplace', () => {
  const daemon = useDaemon()
  const query = ref('')
  const filters = reactive<Partial<Record<FilterKey, readonly string[]>>>({})
  const sort = ref<MarketSort>('relevance')

  const results = shallowRef<Omit<MarketResults, 'cards'> | null>(null)
  const cards = shallowRef<readonly MarketCard[]>([])
  /** Of all that there is, what recommended authors made and the newest: what the shelves are filled from. */
  const newest = shallowRef<readonly MarketCard[]>([])
  /** Of the lists that the user follows. */
  const collections = shallowRef<readonly CollectionSummary[]>([])
  const error = shallowRef<ErrorView | null>(null)
  const searching = ref(false)
  const more = ref(false)
  /** Facts from files fetched for cards; null if the file isn't available. */
  const glances = shallowRef<ReadonlyMap<string, Facts | null>>(new Map())
  /** Whether the page was opened; until then no source is queried. */
  let opened = false
  let running = new AbortController()

  const chosen = computed(() =>
    Object.entries(filters).flatMap(([key, values]) =>
      values.map((value) => ({ key: key as FilterKey, value })),
    ),
  )

  const question = () => ({
    query: query.value,
    filters: Object.fromEntries(
      Object.entries(filters)
        .filter(([, values]) => values.length > 0)
        .map(([key, values]) => [key, [...values]]),
    ),
    sort: sort.value,
    limit: PAGE,
  })

  const search = async (): Promise<void> => {
    if (!opened || !daemon.ready) return
    running.abort()
    const mine = new AbortController()
    running = mine
    searching.value = true
    more.value = false
    try {
      const { cards: found, ...answer } = await api.marketplace.search.mutate(question(), {
        signal: mine.signal,
      })
      if (mine !== running) return
      results.value = answer
      cards.value = found
      error.value = null
      if (query.value.trim() === '' && chosen.value.length === 0) await fillShelves(mine)
      void look(mine)
    } catch (thrown) {
      if (mine === running) error.value = toErrorView(thrown)
    } finally {
      if (mine === running) searching.value = false
    }
  }

  const fillShelves = async (mine: AbortController): Promise<void> => {
    const input = { query: '', sort: 'newest' as const, limit: ON_SHELVES }
    const find = async (filters: MarketFilters) =>
      (await api.marketplace.search.mutate({ ...input, filters }, { signal: mine.signal })).cards
    const [authors, gathered] = await Promise.all([
      api.trust.recommended.query(),
      api.trust.collections.query(),
    ])
    const byThem = authors.length === 0 ? [] : await find({ author_did: authors.slice(0, MOST_AUTHORS) })
    const all = await find({})
    if (mine !== running) return
    collections.value = gathered
    newest.value = [...new Map([...all, ...byThem].map((card) => [card.capUri, card])).values()]
  }

  const loadMore = async (): Promise<void> => {
    const cursor = results.value?.nextCursor ?? null
    if (cursor === null || more.value) return
    const mine = running
    more.value = true
    try {
      const { cards: found, ...answer } = await api.marketplace.search.mutate(
        { ...question(), cursor },
        { signal: mine.signal },
      )
      if (mine !== running) return
      results.value = answer
      cards.value = [...cards.value, ...found]
      void look(mine)
    } catch (thrown) {
      if (mine === running) error.value = toErrorView(thrown)
    } finally {
      if (mine === running) more.value = false
    }
  }

  /** Fetches the files of cards without facts. If one isn't available, its card stays as it is. */
  const look = async (mine: AbortController): Promise<void> => {
    const open = [...newest.value.slice(0, PAGE / 2), ...cards.value]
      .filter(({ facts }) => facts === null)
      .flatMap(({ claims }) => claims.slice(0, 1))
      .flatMap(({ cid, sha256 }) => (cid === null || glances.value.has(sha256) ? [] : [{ cid, sha256 }]))
    const wanted = [...new Map(open.map((one) => [one.sha256, one])).values()].slice(0, GLANCES)
    if (wanted.length === 0) return
    try {
      const seen = await api.marketplace.glance.mutate({ cards: wanted }, { signal: mine.signal })
      glances.value = new Map([
        ...glances.value,
        ...seen.map(({ sha256, facts }) => [sha256, facts] as const),
      ])
    } catch {
      // Prefetching is optional: opening the card reports what is wrong with its file.
    }
  }

  /** The facts of a card's file: sent with the card, or fetched since. `undefined` while loading. */
  const factsOf = (card: MarketCard): Facts | null | undefined => {
    if (card.facts !== null) return card.facts
    const claim = card.claims[0]
    if (claim === undefined || claim.cid === null) return null
    return glances.value.get(claim.sha256)
  }

  const toggle = (key: FilterKey, value: string): void => {
    const values = filters[key] ?? []
    filters[key] = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  }
  const clear = (): void => {
    query.value = ''
    for (const key of Object.keys(filters) as FilterKey[]) filters[key] = []
  }
  /** The page is on screen: searches for the first time, or again if something may have changed. */
  const open = (): void => {
    opened = true
    if (results.value === null) void search()
  }

  watchDebounced(query, () => void search(), { debounce: STILL_MS })
  watch([filters, sort, language, () => daemon.generation], () => void search())
  for (const topic of ['packages', 'marketplace'] as const) daemon.onChange(topic, () => void search())

  return {
    query,
    filters,
    sort,
    results,
    cards,
    newest,
    collections,
    error,
    searching,
    more,
    chosen,
    search,
    loadMore,
    factsOf,
    toggle,
    clear,
    open,
  }
})
