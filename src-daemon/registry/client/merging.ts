import semver from 'semver'
import type { Catalogue } from '../../contract/settings.ts'
import { createLocalSearch } from './local-search.ts'
import type { Listing } from './listing.ts'

/**
 * One source's entry for a capability, and its position in that source's results: the page, and the place in
 * it, from 0.
 */
export interface SourceEntry {
  readonly catalogue: Catalogue
  readonly listing: Listing
  readonly page: number
  readonly place: number
}

/** A capability with everything the sources said of it; the source that is shown comes first. */
export interface Merged {
  readonly capUri: string
  readonly shown: Listing
  readonly entries: readonly SourceEntry[]
  /** Whether sources name different authors, or different files for one version. */
  readonly conflict: boolean
}

/**
 * Groups what several sources say by capability. The owner's order of sources counts: where sources
 * contradict each other, the first one is shown, so that a source further down cannot take a name over with a
 * higher version. Where they agree on the author, the highest version is shown.
 */
export const merge = (entries: readonly SourceEntry[], order: readonly string[]): readonly Merged[] =>
  [...Map.groupBy(entries, ({ listing }) => listing.capUri)].flatMap(([capUri, all]) => {
    const ordered = all.toSorted((a, b) => order.indexOf(a.catalogue.name) - order.indexOf(b.catalogue.name))
    const conflict = contradict(ordered.map(({ listing }) => listing))
    const [first] = conflict
      ? ordered
      : ordered.toSorted((a, b) => semver.compareBuild(b.listing.version, a.listing.version))
    if (first === undefined) return []
    return [
      { capUri, shown: first.listing, entries: [first, ...ordered.filter((one) => one !== first)], conflict },
    ]
  })

/** Whether two of them cannot both be true. */
export const contradict = (all: readonly Listing[]): boolean =>
  new Set(all.map(({ author }) => author.did)).size > 1 ||
  [...Map.groupBy(all, ({ version }) => version).values()].some(
    (same) => new Set(same.map(({ sha256 }) => sha256)).size > 1,
  )

/** The weight of our own ranking; the rest is the position in the source's list. */
const OURS = 0.7
/** The position at which half of the position's weight is left. */
const HALF = 8

/**
 * Sorts by relevance. Sources' scores are not comparable, and a source can claim high ones: so results are
 * ranked again here, by words alone, and a source's own order (which may know more, such as meaning) weighs
 * less. It works page by page, so that results on screen stay where they are.
 */
export const byRelevance = async (merged: readonly Merged[], query: string): Promise<readonly Merged[]> => {
  const pageOf = ({ entries }: Merged): number => Math.min(...entries.map(({ page }) => page))
  const pages = [...Map.groupBy(merged, pageOf)].sort(([a], [b]) => a - b)
  const sorted: Merged[] = []
  for (const [page, ones] of pages) {
    const search = createLocalSearch(ones.map(({ shown }) => ({ listing: shown, words: '' })))
    const ours = new Map(
      (await search.search({ query, filters: {} }, ones.length)).map(({ listing, score }) => [
        listing.capUri,
        score,
      ]),
    )
    const scoreOf = ({ capUri, entries }: Merged): number => {
      const place = Math.min(...entries.filter((one) => one.page === page).map((one) => one.place))
      return OURS * (ours.get(capUri) ?? 0) + ((1 - OURS) * HALF) / (HALF + place)
    }
    const scored = ones.map((one) => ({ one, score: scoreOf(one) }))
    scored.sort((a, b) => b.score - a.score || compare(a.one.capUri, b.one.capUri))
    sorted.push(...scored.map(({ one }) => one))
  }
  return sorted
}

/** By title in the language's order; by block, newest first and those without a block last; by votes. */
export const sortedBy = (
  merged: readonly Merged[],
  sort: 'name' | 'newest' | 'votes',
  language: string,
): readonly Merged[] => {
  const collator = new Intl.Collator(language, { sensitivity: 'base', numeric: true })
  const most = (values: readonly (number | null)[]): number =>
    Math.max(...values.map((value) => value ?? Number.MIN_SAFE_INTEGER))
  const keys = {
    name: (a: Merged, b: Merged) => collator.compare(a.shown.title, b.shown.title),
    newest: (a: Merged, b: Merged) => blockOf(b) - blockOf(a),
    votes: (a: Merged, b: Merged) => votesOf(b) - votesOf(a),
  }
  const blockOf = ({ shown }: Merged): number => shown.block ?? Number.MIN_SAFE_INTEGER
  const votesOf = ({ entries }: Merged): number => most(entries.map(({ listing }) => listing.votes))
  return merged.toSorted((a, b) => keys[sort](a, b) || compare(a.capUri, b.capUri))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
