import { setImmediate } from 'node:timers/promises'
import { readDocument } from '../indexer/search/document.ts'
import { searchIndex, type SearchInput, type SearchStore } from '../indexer/search/search.ts'
import { isWord, termsOf } from '../indexer/search/terms.ts'
import { createTypoIndex } from '../indexer/search/typos.ts'
import type { SearchDocument, VersionRecord } from '../indexer/types.ts'
import { metadataOf, type Listing } from './listing.ts'

/** What is searched on this machine: a capability's entry, and words found elsewhere in its file. */
export interface LocalEntry {
  readonly listing: Listing
  readonly words: string
}

/**
 * Search over capabilities held in memory, with an index's ranking (docs/guide/run-an-index.md). One entry
 * per capability.
 */
export interface LocalSearch {
  /** The best first, with scores from 0 to 1. Errors: `index_query_too_long`. */
  search(
    input: Pick<SearchInput, 'query' | 'filters'>,
    limit: number,
  ): Promise<readonly { readonly listing: Listing; readonly score: number }[]>
}

/** Entries indexed at a time; in between, others have their turn. */
const AT_ONCE = 400

/** Indexes the entries once; a search among some thousand of them takes a few milliseconds. */
export const createLocalSearch = (entries: readonly LocalEntry[]): LocalSearch => {
  const documents = new Map<number, SearchDocument>()
  const listings = new Map<number, Listing>()
  const byUri = new Map<string, Listing>()
  /** Ids by term, the newest last. */
  const postings = new Map<string, number[]>()
  const typos = createTypoIndex()
  /** Each word once, however many have it: a third of the memory. */
  const known = new Map<string, string>()
  const shared = (words: readonly string[]): string[] =>
    words.map((word) => {
      const before = known.get(word)
      if (before === undefined) known.set(word, word)
      return before ?? word
    })

  // The highest id is the newest; entries without a block count as older, in the given order.
  const ordered = entries.toReversed().toSorted((a, b) => (a.listing.block ?? 0) - (b.listing.block ?? 0))
  const indexed = index()

  async function index(): Promise<void> {
    for (const [at, entry] of ordered.entries()) {
      if (at > 0 && at % AT_ONCE === 0) await setImmediate()
      add(at + 1, entry)
    }
    known.clear()
  }

  function add(id: number, { listing: one, words }: LocalEntry): void {
    const { facets, text: _text, ...read } = readDocument(JSON.stringify(metadataOf(one)), words)
    const document = {
      id,
      capUri: one.capUri,
      name: shared(read.name),
      title: shared(read.title),
      tags: shared(read.tags),
      description: shared(read.description),
      more: shared(read.more),
      votes: one.votes ?? 0,
      block: one.block ?? 0,
    }
    documents.set(id, document)
    listings.set(id, one)
    byUri.set(one.capUri, one)
    for (const term of termsOf(document, facets)) {
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [id])
      else list.push(id)
      typos.add(term)
    }
  }

  const blocks = ordered.map(({ listing }) => listing.block ?? 0)
  const extent = {
    documents: ordered.length,
    firstBlock: blocks[0] ?? Number.MAX_SAFE_INTEGER,
    lastBlock: blocks.at(-1) ?? 0,
  }
  const newest = [...ordered.keys()].map((at) => at + 1).toReversed()

  const match = (groups: readonly (readonly string[])[], limit: number): number[] => {
    const [first, ...others] = groups.map(
      (terms) => new Set(terms.flatMap((term) => postings.get(term) ?? [])),
    )
    if (first === undefined) return newest.slice(0, limit)
    return [...first]
      .filter((id) => others.every((ids) => ids.has(id)))
      .sort((a, b) => b - a)
      .slice(0, limit)
  }

  const store: SearchStore = {
    extent: () => Promise.resolve(extent),
    frequencies: (terms) =>
      Promise.resolve(
        new Map(
          terms.flatMap((term) => {
            const count = postings.get(term)?.length
            return count === undefined ? [] : [[term, count] as const]
          }),
        ),
      ),
    similar: (written, most) => Promise.resolve(typos.near(written, most)),
    beginning: (prefix, limit) =>
      Promise.resolve(
        [...postings]
          .filter(([term]) => isWord(term) && term.startsWith(prefix))
          .sort(([, a], [, b]) => b.length - a.length)
          .slice(0, limit)
          .map(([term]) => term),
      ),
    match: (groups, limit) => Promise.resolve(match(groups, limit)),
    newest: (limit) => Promise.resolve(newest.slice(0, limit)),
    documents: (ids) => Promise.resolve(ids.flatMap((id) => documents.get(id) ?? [])),
    shown: (ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id) => {
            const one = listings.get(id)
            return one === undefined ? [] : [[id, recordOf(one)] as const]
          }),
        ),
      ),
  }

  return {
    search: async ({ query, filters }, limit) => {
      await indexed
      const input = { query, filters, limit, cursor: null, facets: false }
      const { results } = await searchIndex({ store, meaning: null }, input)
      return results.flatMap(({ version, score }) => {
        const one = byUri.get(version.capUri)
        return one === undefined ? [] : [{ listing: one, score }]
      })
    },
  }
}

/** An entry in the shape of a search result. */
const recordOf = (listing: Listing): VersionRecord => ({
  capUri: listing.capUri,
  semver: listing.version,
  cid: listing.cid ?? '',
  sha256: listing.sha256,
  publisher: '',
  authorDid: listing.author.did,
  tx: '',
  block: listing.block ?? 0,
  logIndex: 0,
  state: 'verified',
  reason: null,
  attempts: 0,
  nextTry: null,
  yanked: listing.yanked,
  metadata: metadataOf(listing),
})
