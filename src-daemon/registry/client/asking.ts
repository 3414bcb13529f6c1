import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { Language } from '../../contract/language.ts'
import type { MarketCache } from './cache.ts'
import { createLocalSearch, type LocalSearch } from './local-search.ts'
import type { Source, SourcePage, SourceQuery } from './source.ts'
import type { SourceState } from '../../contract/marketplace.ts'
import type { Listing } from './listing.ts'

/**
 * How long the slowest source may delay an answer; shorter while the user types, and a source that did not
 * answer then is skipped for a while.
 */
const TIMEOUT_MS = { typing: 4000, asked: 8000 }
const LEFT_ALONE_MS = 10_000
/** As many as an index ranks. */
const MAX_FOUND = 256

export interface Answer<T> {
  readonly value: T
  readonly state: SourceState
}

/** Queries sources: each within its time limit, and from its cached answers if it does not respond. */
export interface Asking {
  search(source: Source, query: SourceQuery, signal: AbortSignal): Promise<Answer<SourcePage>>
  resolve(
    source: Source,
    wanted: { readonly capUri: string; readonly version: string | null },
    signal: AbortSignal,
    options?: { /** How long the source may take. */ readonly patienceMs?: number },
  ): Promise<Answer<Listing | null>>
  versions(source: Source, capUri: string, signal: AbortSignal): Promise<Answer<readonly Listing[]>>
  /** A source answered a request made outside of this. */
  answered(catalogue: Catalogue): void
  /** How a source last answered; before the first request, what the cache says of it. */
  state(catalogue: Catalogue): SourceState
}

export const createAsking = ({
  cache,
  language,
  now,
}: {
  readonly cache: MarketCache
  readonly language: () => Language
  readonly now: () => Date
}): Asking => {
  const states = new Map<string, Omit<SourceState, 'source' | 'kind' | 'trust'>>()
  const silent = new Map<string, { readonly until: number; readonly thrown: unknown }>()
  const searches = new Map<string, { generation: number; search: LocalSearch }>()

  /** Whether its answers are kept one by one. */
  const isFar = ({ kind }: Catalogue): boolean => kind === 'indexer' || kind === 'chain'

  /** When it last answered (milliseconds since 1970); null if it never did, or is always at hand. */
  const answeredAt = (catalogue: Catalogue): number | null =>
    catalogue.kind === 'static'
      ? cache.listAt(catalogue)
      : isFar(catalogue)
        ? cache.answeredAt(catalogue)
        : null

  const stateOf = (
    catalogue: Catalogue,
    state: Omit<SourceState, 'source' | 'kind' | 'trust'>,
  ): SourceState => {
    const { name: source, kind, trust } = catalogue
    return { source, kind, trust, ...state }
  }

  /** Queries one source; its failure becomes part of the answer. Only the caller's own abort is thrown. */
  const querySource = async <T>(
    { catalogue, warning }: Source,
    ask: (signal: AbortSignal) => Promise<T>,
    fallback: () => T | Promise<T>,
    {
      signal,
      keep,
      typing = false,
      patienceMs = typing ? TIMEOUT_MS.typing : TIMEOUT_MS.asked,
    }: {
      readonly signal: AbortSignal
      readonly keep: (value: T) => SatchelError | null
      readonly typing?: boolean
      readonly patienceMs?: number | undefined
    },
  ): Promise<Answer<T>> => {
    const key = JSON.stringify(catalogue)
    const ends = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    try {
      const before = typing ? silent.get(key) : undefined
      if (before !== undefined && now().getTime() < before.until) throw before.thrown
      const value = await ask(ends)
      silent.delete(key)
      const problem = keep(value) ?? warning?.() ?? null
      return {
        value,
        state: saveState(catalogue, {
          status: 'fresh',
          at: now().toISOString(),
          problem: problem && toErrorView(problem, language()),
        }),
      }
    } catch (thrown) {
      signal.throwIfAborted()
      const failure = ends.aborted ? slow(catalogue, patienceMs) : thrown
      if (failure !== silent.get(key)?.thrown)
        silent.set(key, { until: now().getTime() + LEFT_ALONE_MS, thrown: failure })
      const at = answeredAt(catalogue)
      const state = saveState(catalogue, {
        status: at === null ? 'failed' : 'cached',
        at: at === null ? null : new Date(at).toISOString(),
        problem: toErrorView(failure, language()),
      })
      return { value: await fallback(), state }
    }
  }

  const saveState = (
    catalogue: Catalogue,
    state: Omit<SourceState, 'source' | 'kind' | 'trust'>,
  ): SourceState => {
    states.set(JSON.stringify(catalogue), state)
    return stateOf(catalogue, state)
  }

  /** Answers of remote sources are cached; folders are always at hand. */
  const keepFrom = (catalogue: Catalogue, value: readonly Listing[], latest: boolean): void => {
    if (isFar(catalogue)) cache.keep(catalogue, value, { latest })
  }

  const searchSeen = async (
    catalogue: Catalogue,
    { query, filters }: Pick<SourceQuery, 'query' | 'filters'>,
  ): Promise<SourcePage> => {
    if (!isFar(catalogue)) return { listings: [], next: null, dropped: 0 }
    const key = JSON.stringify(catalogue)
    const generation = cache.generation()
    let known = searches.get(key)
    if (known?.generation !== generation) {
      const entries = cache.seen(catalogue).map((one) => ({ listing: one, words: '' }))
      known = { generation, search: createLocalSearch(entries) }
      searches.set(key, known)
    }
    const found = await known.search.search({ query, filters }, MAX_FOUND)
    return { listings: found.map(({ listing }) => listing), next: null, dropped: 0 }
  }

  return {
    search: (source, query, signal) =>
      querySource(
        source,
        (ends) => source.search(query, { signal: ends }),
        // Beyond the first page, cached results are of no use.
        () =>
          query.cursor === null
            ? (source.earlier?.search(query, { signal }) ?? searchSeen(source.catalogue, query))
            : { listings: [], next: null, dropped: 0 },
        {
          signal,
          typing: true,
          keep: (page) => {
            keepFrom(source.catalogue, page.listings, true)
            if (page.dropped === 0) return null
            return new SatchelError('registry_index_invalid', {
              params: { source: source.catalogue.name, count: page.dropped },
            })
          },
        },
      ),
    resolve: (source, wanted, signal, { patienceMs } = {}) =>
      querySource(
        source,
        (ends) => source.resolve(wanted, { signal: ends }),
        () => {
          if (source.earlier !== undefined) return source.earlier.resolve(wanted, { signal })
          const versions = isFar(source.catalogue) ? cache.versions(source.catalogue, wanted.capUri) : []
          const found = versions.find(({ listing: one, isLatest }) =>
            wanted.version === null ? isLatest : one.version === wanted.version,
          )
          return found?.listing ?? null
        },
        {
          signal,
          patienceMs,
          keep: (one) => {
            keepFrom(source.catalogue, one === null ? [] : [one], wanted.version === null)
            return null
          },
        },
      ),
    versions: (source, capUri, signal) =>
      querySource<readonly Listing[]>(
        source,
        (ends) => source.versions(capUri, { signal: ends }),
        () =>
          source.earlier?.versions(capUri, { signal }) ??
          (isFar(source.catalogue) ? cache.versions(source.catalogue, capUri).map((one) => one.listing) : []),
        {
          signal,
          keep: (all) => {
            keepFrom(source.catalogue, all, false)
            return null
          },
        },
      ),
    answered: (catalogue) => {
      saveState(catalogue, { status: 'fresh', at: now().toISOString(), problem: null })
    },
    state: (catalogue) => {
      if (catalogue.trust === 'off') return stateOf(catalogue, { status: 'off', at: null, problem: null })
      const known = states.get(JSON.stringify(catalogue))
      if (known !== undefined) return stateOf(catalogue, known)
      const at = answeredAt(catalogue)
      return stateOf(catalogue, {
        status: 'not_asked',
        at: at === null ? null : new Date(at).toISOString(),
        problem: null,
      })
    },
  }
}

const slow = (catalogue: Catalogue, timeouts: number): SatchelError => {
  const place = 'indexer' in catalogue ? new URL(catalogue.indexer).host : catalogue.name
  return new SatchelError('network_timeout', { params: { host: place, seconds: timeouts / 1000 } })
}
