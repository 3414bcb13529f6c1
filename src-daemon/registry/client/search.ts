import { z } from 'zod'
import { LRUCache } from 'lru-cache'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Language } from '../../contract/language.ts'
import { MAX_QUERY_LETTERS } from '../indexer/search/search.ts'
import { FILTERS } from '../indexer/types.ts'
import type { Asking } from './asking.ts'
import type { Cards } from './cards.ts'
import { byRelevance, merge, sortedBy, type SourceEntry, type Merged } from './merging.ts'
import type { Source } from './source.ts'
import type { MarketCard, MarketResults, MarketSearchInput, SourceState } from '../../contract/marketplace.ts'

/** How long the sources' answers are paged through before the sources are asked again. */
const FRESH_MS = 60_000
const MAX_SESSIONS = 8
/** An index ranks 256 results; this many pages of 100 hold them. */
const MAX_PAGES = 3
const MAX_VALUES = 24

interface Progress {
  readonly source: Source
  readonly entries: SourceEntry[]
  pages: number
  cursor: string | null
  isDone: boolean
  isCut: boolean
  state: SourceState
}

interface Session {
  readonly at: number
  readonly progress: readonly Progress[]
  sorted: readonly Merged[]
}

export interface SearchDeps {
  readonly asking: Asking
  readonly cards: Cards
  /** The sources that are searched, in the owner's order, and the state of the others. */
  readonly sources: () => { readonly enabled: readonly Source[]; readonly off: readonly SourceState[] }
  /** Whether the version that is shown is blocked: then it is found, but not among what one looks through. */
  readonly isBlocked: (one: Merged) => boolean
  readonly language: () => Language
  readonly now: () => Date
}

/**
 * Searches all sources at once and pages through their answers. Sorting by anything but relevance first reads
 * all results of the sources, because they return the most relevant ones first.
 */
export const createSearch = ({ asking, cards, sources, isBlocked, language, now }: SearchDeps) => {
  const sessions = new LRUCache<string, Promise<Session>>({ max: MAX_SESSIONS })

  const search = async (input: MarketSearchInput, signal: AbortSignal): Promise<MarketResults> => {
    const { query, filters, sort, limit } = input
    if (query.length > MAX_QUERY_LETTERS)
      throw new SatchelError('index_query_too_long', { params: { limit: MAX_QUERY_LETTERS } })
    const { enabled, off } = sources()
    const wanted = enabled.filter(
      ({ catalogue }) => filters.sources === undefined || filters.sources.includes(catalogue.name),
    )
    const key = sha256Hex(
      JSON.stringify([query, filters, sort, language(), wanted.map(({ catalogue }) => catalogue)]),
    )
    const after = input.cursor === null ? null : readCursor(input.cursor, key)

    const session = await sessionOf(key, after === null, () => begin(input, wanted, signal))
    let from = after === null ? 0 : placeAfter(session.sorted, after)
    while (session.sorted.length < from + limit && session.progress.some(({ isDone }) => !isDone)) {
      await more(session, input, signal)
      from = after === null ? 0 : placeAfter(session.sorted, after)
    }
    const page = session.sorted.slice(from, from + limit)
    const last = page.at(-1)
    const isAll = session.progress.every(({ isDone }) => isDone)
    const hasMore = session.sorted.length > from + limit || !isAll
    const all = cards.cards(session.sorted)
    return {
      cards: all.slice(from, from + limit),
      nextCursor:
        last === undefined || !hasMore
          ? null
          : writeCursor({ place: from + page.length, capUri: last.capUri }, key),
      total: session.sorted.length,
      isAll: isAll && !session.progress.some(({ isCut }) => isCut),
      facets: facetsOf(all),
      sources: [...session.progress.map(({ state }) => state), ...off],
    }
  }

  /**
   * The first page always queries the sources again, unless the same query is still running; later pages use
   * the same answers.
   */
  const sessionOf = async (
    key: string,
    isFirst: boolean,
    start: () => Promise<Session>,
  ): Promise<Session> => {
    const known = sessions.get(key)
    if (!isFirst && known !== undefined) {
      const session = await known
      if (now().getTime() - session.at < FRESH_MS) return session
    }
    const made = start()
    sessions.set(key, made)
    try {
      return await made
    } catch (thrown) {
      if (sessions.get(key) === made) sessions.delete(key)
      throw thrown
    }
  }

  const begin = async (
    input: MarketSearchInput,
    wanted: readonly Source[],
    signal: AbortSignal,
  ): Promise<Session> => {
    const progress = wanted.map((source): Progress => ({
      source,
      entries: [],
      pages: 0,
      cursor: null,
      isDone: false,
      isCut: false,
      state: asking.state(source.catalogue),
    }))
    const session: Session = { at: now().getTime(), progress, sorted: [] }
    await more(session, input, signal)
    if (input.sort !== 'relevance')
      while (progress.some(({ isDone }) => !isDone)) await more(session, input, signal)
    return session
  }

  /** The next page of every source that has one. */
  const more = async (session: Session, input: MarketSearchInput, signal: AbortSignal): Promise<void> => {
    const filters = Object.fromEntries(
      FILTERS.flatMap((name) => {
        const values = input.filters[name] ?? []
        return values.length === 0 ? [] : [[name, values] as const]
      }),
    )
    await Promise.all(
      session.progress
        .filter(({ isDone }) => !isDone)
        .map(async (one) => {
          const query = { query: input.query, filters, cursor: one.cursor }
          const { value, state } = await asking.search(one.source, query, signal)
          const { catalogue } = one.source
          const start = one.entries.length
          one.entries.push(
            ...value.listings.map((listing, at) => ({
              catalogue,
              listing,
              page: one.pages,
              place: start + at,
            })),
          )
          one.pages += 1
          one.isCut ||= value.isCut === true
          one.cursor = value.next
          one.isDone = value.next === null || one.pages >= MAX_PAGES
          // If a later page fails, the first one is still current.
          one.state =
            one.pages === 1 || state.status === 'fresh' ? state : { ...one.state, problem: state.problem }
        }),
    )
    const order = session.progress.map(({ source }) => source.catalogue.name)
    const all = merge(
      session.progress.flatMap(({ entries }) => entries),
      order,
    )
    const merged = input.query.trim() === '' ? all.filter((one) => !isBlocked(one)) : all
    session.sorted =
      input.sort === 'relevance'
        ? await byRelevance(merged, input.query)
        : sortedBy(merged, input.sort, language())
  }

  return { search }
}

const facetsOf = (all: readonly MarketCard[]): MarketResults['facets'] => ({
  tags: counted(all.map(({ tags }) => tags)),
  author_did: counted(all.map(({ author }) => [author.did])),
  model_family: counted(all.map(({ modelFamilies }) => modelFamilies)),
  permissions: counted(all.map(({ permissions }) => permissions.map(({ key }) => key))),
  sources: counted(all.map(({ claims }) => claims.map(({ source }) => source))),
})

const counted = (all: readonly (readonly string[])[]): { value: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const values of all)
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_VALUES)
}

interface After {
  readonly place: number
  readonly capUri: string
}

const SHORT = 16
const cursorSchema = z.tuple([z.string(), z.int().nonnegative(), z.string()])

const writeCursor = ({ place, capUri }: After, key: string): string =>
  Buffer.from(JSON.stringify([key.slice(0, SHORT), place, capUri])).toString('base64url')

const readCursor = (text: string, key: string): After => {
  try {
    const [of, place, capUri] = cursorSchema.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
    if (of === key.slice(0, SHORT)) return { place, capUri }
  } catch (cause) {
    throw new SatchelError('index_cursor_invalid', { cause })
  }
  throw new SatchelError('index_cursor_invalid')
}

/**
 * The position after the last result shown, wherever that is now; if it is gone, the number of results shown.
 */
const placeAfter = (sorted: readonly Merged[], { place, capUri }: After): number => {
  const at = sorted.findIndex((one) => one.capUri === capUri)
  return at === -1 ? place : at + 1
}
