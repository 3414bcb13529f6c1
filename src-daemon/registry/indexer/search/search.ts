import { SatchelError } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/is-record.ts'
import { sha256Hex } from '../../../platform/sha256.ts'
import {
  FILTERS,
  type FilterName,
  type Filters,
  type IndexStore,
  type SearchDocument,
  type TermIndex,
  type VersionRecord,
} from '../core/types.ts'
import { findCandidates } from './candidates.ts'
import { afterCursor, cursorOf, type Cursor, type Frame } from './cursor.ts'
import { beginningWorth, scoreOf, typoWorth, weightOf, type QueryWord } from './ranking.ts'
import { filterTerm } from './terms.ts'
import { withoutStopWords } from './stop-words.ts'
import { stem, writtenWordsOf } from './words.ts'

/** A longer text is not a query, and its cost would be at our expense. */
export const MAX_QUERY_LETTERS = 2000
/** The most telling words are searched for. */
const MAX_WORDS = 12
const MAX_WRITTEN = 256
const MAX_COMPLETIONS = 8
const MAX_NEAR = 64
const MAX_FACET_VALUES = 12
/** A word this rare may be a typo itself. */
const SELDOM = 1
const ONE_TYPO = 1
const TWO_TYPOS = 2

/** The parts of an index that a search uses. */
export type SearchStore = TermIndex & Pick<IndexStore, 'shown'>

/** Vectors of all documents, if there is an embedding model. */
export interface Meaning {
  /** The nearest documents, with their cosines. */
  near(query: string, limit: number): Promise<ReadonlyMap<number, number>>
}

export interface SearchInput {
  readonly query: string
  readonly filters: Filters
  readonly limit: number
  readonly cursor: string | null
  /** Whether to count facet values among the ranked documents: that reads all of them. */
  readonly facets: boolean
}

export type Facets = Readonly<
  Record<FilterName, readonly { readonly value: string; readonly count: number }[]>
>

export interface SearchResults {
  readonly results: readonly {
    readonly version: VersionRecord
    readonly votes: number
    readonly score: number
  }[]
  /** Pass it in for the next page; null at the end. */
  readonly nextCursor: string | null
  /** How many were ranked; `isAll` is false if more match. */
  readonly total: number
  readonly isAll: boolean
  /** Values among the ranked documents, most frequent first; null unless requested. */
  readonly facets: Facets | null
}

/**
 * Searches the index: words anywhere in a package, with typos forgiven, by meaning if there is a model, narrowed by filters.
 *
 * @throws SatchelError `index_query_too_long`, `index_cursor_invalid`
 */
export const searchIndex = async (
  deps: { readonly store: SearchStore; readonly meaning: Meaning | null },
  input: SearchInput,
): Promise<SearchResults> => {
  const { store } = deps
  if (input.query.length > MAX_QUERY_LETTERS)
    throw new SatchelError('index_query_too_long', { params: { limit: MAX_QUERY_LETTERS } })
  const key = sha256Hex(JSON.stringify([input.query, FILTERS.map((name) => input.filters[name] ?? [])]))
  const after = input.cursor === null ? null : afterCursor(input.cursor, key)

  const extent = await store.extent()
  const found = await queryWords(store, input.query, extent.documents)
  const words = after === null ? found : found.flatMap((one) => weighedAs(one, after.frame))
  const filters = FILTERS.flatMap((name) =>
    (input.filters[name] ?? []).map((value) => [filterTerm(name, value)]),
  )
  const hasWords = writtenWordsOf(input.query).length > 0
  // A query whose words occur nowhere finds nothing; only an empty query matches everything.
  const candidates =
    hasWords && words.length === 0
      ? { ids: [], isAll: true, found: 0 }
      : await findCandidates(store, words, filters)
  const meaning = hasWords ? ((await deps.meaning?.near(input.query, MAX_NEAR)) ?? null) : null
  const near = meaning === null ? [] : await allowed(store, [...meaning.keys()], filters)
  const documents = await store.documents([...new Set([...candidates.ids, ...near])])

  const frame: Frame = after?.frame ?? {
    firstBlock: extent.firstBlock,
    lastBlock: extent.lastBlock,
    mostVotes: documents.reduce((most, { votes }) => Math.max(most, votes), 0),
    weights: Object.fromEntries(words.map(({ word, weight }) => [word, weight])),
  }
  const ranked = documents
    .map((document) => ({
      document,
      score: scoreOf(document, { words, extent: frame, mostVotes: frame.mostVotes, meaning }),
    }))
    .sort((a, b) => b.score - a.score || (a.document.capUri < b.document.capUri ? -1 : 1))
  const rest = after === null ? ranked : ranked.filter((one) => isAfter(one, after))
  const page = rest.slice(0, input.limit)
  const shown = await store.shown((input.facets ? ranked : page).map(({ document }) => document.id))
  const last = page.at(-1)
  return {
    results: page.flatMap(({ document, score }) => {
      const version = shown.get(document.id)
      return version === undefined ? [] : [{ version, votes: document.votes, score }]
    }),
    nextCursor:
      last === undefined || rest.length <= page.length
        ? null
        : cursorOf({ score: last.score, capUri: last.document.capUri, frame }, key),
    total: ranked.length,
    isAll: candidates.isAll,
    facets: input.facets ? facetsOf([...shown.values()]) : null,
  }
}

const weighedAs = (one: QueryWord, { weights }: Frame): QueryWord[] => {
  const weight = Object.hasOwn(weights, one.word) ? weights[one.word] : undefined
  return weight === undefined ? [] : [{ ...one, weight }]
}

const isAfter = ({ document, score }: { document: SearchDocument; score: number }, after: Cursor): boolean =>
  score < after.score || (score === after.score && document.capUri > after.capUri)

/** The nearest documents that pass the filters. */
const allowed = async (
  store: SearchStore,
  ids: readonly number[],
  filters: readonly (readonly string[])[],
): Promise<readonly number[]> => {
  if (filters.length === 0) return ids
  const through = new Set(await store.match(filters, Number.MAX_SAFE_INTEGER))
  return ids.filter((id) => through.has(id))
}

/** The words of a query, each with the words it may stand for. Words that occur nowhere are left out. */
const queryWords = async (store: SearchStore, query: string, documents: number): Promise<QueryWord[]> => {
  const written = [...new Map(withoutStopWords(writtenWordsOf(query)).map((one) => [stem(one), one]))]
  if (written.length === 0) return []
  const frequencies = await store.frequencies(written.slice(0, MAX_WRITTEN).map(([word]) => word))
  const isUnfinished = /[\p{L}\p{N}]$/u.test(query)
  const words: { word: string; alternatives: Map<string, number> }[] = []
  for (const [at, [word, asWritten]] of written.slice(0, MAX_WRITTEN).entries()) {
    const frequency = frequencies.get(word) ?? 0
    const alternatives = new Map<string, number>(frequency > 0 ? [[word, 1]] : [])
    // Looking up typos for every word of a long text would cost too much.
    if (frequency <= SELDOM && at < 4 * MAX_WORDS) {
      if (frequency === 0 && isUnfinished && at === written.length - 1 && word.length > 1)
        for (const term of await store.beginning(asWritten, MAX_COMPLETIONS))
          alternatives.set(term, beginningWorth)
      // A word that occurs, however rare, probably means itself.
      for (const { term, distance } of await store.similar(asWritten, frequency === 0 ? TWO_TYPOS : ONE_TYPO))
        if (!alternatives.has(term)) alternatives.set(term, typoWorth(distance))
    }
    if (alternatives.size > 0) words.push({ word, alternatives })
  }
  const meant = words.flatMap(({ alternatives }) => (alternatives.size > 1 ? [...alternatives.keys()] : []))
  const others = meant.length === 0 ? frequencies : await store.frequencies(meant)
  // A typo of a common word tells as little as the word itself.
  const weigh = (alternatives: ReadonlyMap<string, number>): number => {
    const all = [...alternatives.keys()].map((term) => others.get(term) ?? frequencies.get(term) ?? 0)
    return weightOf(Math.max(...all), documents)
  }
  return words
    .map(({ word, alternatives }) => ({ word, alternatives, weight: weigh(alternatives) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS)
}

const facetsOf = (versions: readonly VersionRecord[]): Facets => {
  const counts = { tags: count(), author_did: count(), model_family: count(), permissions: count() }
  for (const { metadata, authorDid } of versions) {
    counts.author_did.add([authorDid])
    counts.tags.add(textsOf(metadata?.['tags']))
    const permissions = fieldsOf(metadata?.['permissions'])
    counts.permissions.add([...textsOf(permissions['require']), ...textsOf(permissions['option'])])
    counts.model_family.add(textsOf(fieldsOf(metadata?.['llm_requirements'])['model_family']))
  }
  return {
    tags: counts.tags.most(),
    author_did: counts.author_did.most(),
    model_family: counts.model_family.most(),
    permissions: counts.permissions.most(),
  }
}

const count = () => {
  const values = new Map<string, number>()
  return {
    add: (all: readonly string[]): void => {
      for (const value of new Set(all)) values.set(value, (values.get(value) ?? 0) + 1)
    },
    most: () =>
      [...values]
        .map(([value, times]) => ({ value, count: times }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, MAX_FACET_VALUES),
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
